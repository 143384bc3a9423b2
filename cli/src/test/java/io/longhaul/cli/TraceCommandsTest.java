package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.control.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The expected text is AIPerf 0.13's output for the same file. */
class TraceCommandsTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @TempDir Path folder;

  private Path trace;

  @BeforeEach
  void writeATrace() throws IOException {
    trace = folder.resolve("trace.jsonl");
    Files.writeString(
        trace,
        """
        {"input_length": 1500, "output_length": 40, "hash_ids": [1, 2, 3]}
        {"input_length": 1100, "hash_ids": [1, 2, 4], "timestamp": 5}
        {"text_input": "hello", "output_length": 9}
        {"input_length": 700, "output_length": 11, "hash_ids": [5, 2]}
        {"input_length": 1024, "output_length": 7, "hash_ids": [1, 2]}
        """);
  }

  @Test
  void aTraceIsAnalyzedAsAiperfDoes() throws IOException {
    Path report = folder.resolve("new/report.json");

    int status = run("analyze-trace", trace.toString(), "--output-file", report.toString());

    assertThat(status).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """

            Trace Analysis Report
            Total requests:   5
            Unique prefixes:  6
            Prefix groups:    1

                                                  Trace Statistics                                      \s
            ┏━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━┳━━━━━━━━━┳━━━━━━┳━━━━━━━━┳━━━━━━━━━━┳━━━━━━━━━━┳━━━━━━━━━━┓
            ┃                Metric ┃   Mean ┃ Std Dev ┃  Min ┃    P25 ┃   Median ┃      P75 ┃      Max ┃
            ┡━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━╇━━━━━━━━━╇━━━━━━╇━━━━━━━━╇━━━━━━━━━━╇━━━━━━━━━━╇━━━━━━━━━━┩
            │          Input Length │ 864.80 │  501.83 │ 0.00 │ 700.00 │ 1,024.00 │ 1,100.00 │ 1,500.00 │
            │        Context Length │ 716.80 │  409.60 │ 0.00 │ 512.00 │ 1,024.00 │ 1,024.00 │ 1,024.00 │
            │  Unique Prompt Length │ 148.00 │  177.86 │ 0.00 │   0.00 │    76.00 │   188.00 │   476.00 │
            │         Output Length │  13.40 │   13.81 │ 0.00 │   7.00 │     9.00 │    11.00 │    40.00 │
            │ Theoretical Hit Rates │   0.42 │    0.43 │ 0.00 │   0.00 │     0.33 │     0.75 │     1.00 │
            └───────────────────────┴────────┴─────────┴──────┴────────┴──────────┴──────────┴──────────┘

            Analysis report saved to %s
            """
                .formatted(report));
    JsonNode json = new ObjectMapper().readTree(report.toFile());
    assertThat(json.get("total_requests").asInt()).isEqualTo(5);
    assertThat(json.get("max_isl").isInt()).isTrue();
    assertThat(json.get("avg_osl").asDouble()).isEqualTo(13.4);
    assertThat(json.at("/context_length_stats/p25").asDouble()).isEqualTo(512);
  }

  @Test
  void aValidTracePasses() {
    assertThat(run("validate", "mooncake-trace", "--input", trace.toString()))
        .isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8))
        .isEqualTo("Validation passed: 5 rows are Mooncake-compatible.\n");
  }

  @Test
  void anInvalidLineIsReportedWithItsNumber() throws IOException {
    Files.writeString(trace, "{\"input_length\": 5}\n{\"input_length\": 0}\n");

    assertThat(run("validate", "mooncake-trace", "--input", trace.toString()))
        .isEqualTo(ExitCode.USAGE.status());
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            Line 2: input_length is 0 (1 or more tokens)
            Validation failed with 1 error(s).
            Invalid --input: %s (correct the line above)
            """
                .formatted(trace));
  }

  private int run(String... words) {
    PrintStream shown = new PrintStream(out, true, UTF_8);
    return new Longhaul(new Terminal(shown, shown, false, false)).run(List.of(words));
  }
}
