package io.longhaul.report.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AiperfConsoleTest {
  @Test
  void tablesAreBoxesBelowTheirTitles() throws IOException {
    assertThat(
            text(
                """
                {"tokens_in_flight": {"unit": "tokens", "avg": 208.075, "p50": 217.0, "min": 0.0},
                 "request_latency": {"unit": "ms", "avg": 1234.5, "std": 0.125},
                 "output_token_throughput_per_user": {"unit": "tokens/sec/user", "avg": 9.0},
                 "adj_request_latency": {"unit": "ms", "min": 2.0},
                 "error_request_count": {"unit": "requests", "avg": 1.0},
                 "nvidia_total_gpu_energy": {"unit": "J", "avg": 1.0},
                 "error_summary": [{"error_details":
                   {"code": 503, "type": "http_503", "message": "busy"}, "count": 8}]}\
                """))
        .isEqualTo(
            """


                NVIDIA AIPerf | Error Summary   \s
            ┏━━━━━━┳━━━━━━━━━━┳━━━━━━━━━┳━━━━━━━┓
            ┃ Code ┃     Type ┃ Message ┃ Count ┃
            ┡━━━━━━╇━━━━━━━━━━╇━━━━━━━━━╇━━━━━━━┩
            │  503 │ http_503 │ busy    │     8 │
            └──────┴──────────┴─────────┴───────┘


                                NVIDIA AIPerf | LLM Metrics: Effective                   \s
            ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━┳━━━━━━┳━━━━━┳━━━━━┳━━━━━┳━━━━━━━━┳━━━━━┓
            ┃                    Metric ┃    avg ┃  min ┃ max ┃ p99 ┃ p90 ┃    p50 ┃ std ┃
            ┡━━━━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━╇━━━━━━╇━━━━━╇━━━━━╇━━━━━╇━━━━━━━━╇━━━━━┩
            │ Tokens In Flight (tokens) │ 208.07 │ 0.00 │ N/A │ N/A │ N/A │ 217.00 │ N/A │
            └───────────────────────────┴────────┴──────┴─────┴─────┴─────┴────────┴─────┘
                                         NVIDIA AIPerf | LLM Metrics                            \s
            ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━┳━━━━━━┳━━━━━┳━━━━━┳━━━━━┳━━━━━┳━━━━━━┓
            ┃                           Metric ┃      avg ┃  min ┃ max ┃ p99 ┃ p90 ┃ p50 ┃  std ┃
            ┡━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━╇━━━━━━╇━━━━━╇━━━━━╇━━━━━╇━━━━━╇━━━━━━┩
            │             Request Latency (ms) │ 1,234.50 │  N/A │ N/A │ N/A │ N/A │ N/A │ 0.12 │
            │ Output Token Throughput Per User │     9.00 │  N/A │ N/A │ N/A │ N/A │ N/A │  N/A │
            │                (tokens/sec/user) │          │      │     │     │     │     │      │
            │ Request Latency (error-adjusted) │      N/A │ 2.00 │ N/A │ N/A │ N/A │ N/A │  N/A │
            │                             (ms) │          │      │     │     │     │     │      │
            └──────────────────────────────────┴──────────┴──────┴─────┴─────┴─────┴─────┴──────┘
            """);
  }

  @Test
  void anIncompleteRunIsMarkedFirst() throws IOException {
    assertThat(text("{\"is_complete\": false, \"incomplete_reason\": \"It was interrupted.\"}"))
        .isEqualTo("\n\nNVIDIA AIPerf | INCOMPLETE RESULTS\nIt was interrupted.\n");
    assertThat(text("{\"is_complete\": true}")).isEmpty();
  }

  /** AIPerf's own summary produces AIPerf's own text, byte for byte. */
  @ParameterizedTest
  @ValueSource(strings = {"full", "reason", "single", "multi"})
  void aiperfsSummaryProducesAiperfsTables(String sample) throws IOException {
    Path folder = sample(sample);

    String text = text(Files.readString(folder.resolve("profile_export_aiperf.json")));

    assertThat(text).contains("NVIDIA AIPerf | LLM Metrics");
    assertThat(text.contains("HTTP Trace Timing")).isEqualTo(sample.equals("full"));
    assertThat(Files.readString(folder.resolve("profile_export_console.txt"))).contains(text);
  }

  /** Rows without a place of their own stand where AIPerf happened to compute them. */
  @ParameterizedTest
  @ValueSource(strings = {"err", "cancel", "nostream", "netauto"})
  void otherSummariesProduceTheSameLines(String sample) throws IOException {
    Path folder = sample(sample);

    String text = text(Files.readString(folder.resolve("profile_export_aiperf.json")));

    assertThat(Files.readString(folder.resolve("profile_export_console.txt")).lines())
        .containsAll(text.lines().toList());
    assertThat(text).contains("NVIDIA AIPerf | LLM Metrics");
  }

  private static Path sample(String name) {
    String place = System.getProperty("longhaul.samples", "");
    assumeTrue(!place.isEmpty(), "AIPerf's own files are not here: give -Dlonghaul.samples=FOLDER");
    return Path.of(place, name);
  }

  /** Includes the table of HTTP phases if the run was configured to write it. */
  private static String text(String export) throws IOException {
    JsonNode summary = new ObjectMapper().readTree(export);
    boolean withHttpTrace = summary.at("/input_config/artifacts/show_trace_timing").asBoolean();
    return new AiperfConsole(summary, "LLM Metrics", withHttpTrace).text();
  }
}
