package io.longhaul.load.dataset.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.dataset.prompt.DatasetException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures equal those of AIPerf 0.13 for the same lines. */
class TraceAnalysisTest {
  private static final String FIVE_REQUESTS =
      """
      {"input_length": 1500, "output_length": 40, "hash_ids": [1, 2, 3]}
      {"input_length": 1100, "hash_ids": [1, 2, 4], "timestamp": 5}

      {"text_input": "hello", "output_length": 9}
      {"input_length": 700, "output_length": 11, "hash_ids": [5, 2]}
      {"input_length": 1024, "output_length": 7, "hash_ids": [1, 2]}
      """;

  @TempDir Path folder;

  @Test
  void aRepeatedPromptIsSharedCompletely() throws IOException {
    TraceAnalysis trace =
        of(
            """
            {"input_length":10,"output_length":4,"hash_ids":[1]}
            {"input_length":10,"output_length":4,"hash_ids":[1]}
            """);

    assertThat(trace.requests()).isEqualTo(2);
    assertThat(trace.prefixes()).isEqualTo(1);
    assertThat(trace.prefixGroups()).isEqualTo(1);
    assertThat(trace.prefixReuse()).isEqualTo(1);
    assertThat(trace.context().orElseThrow().mean()).isEqualTo(10);
    assertThat(trace.uniquePrompt().orElseThrow().mean()).isZero();
    assertThat(trace.hitRate()).contains(new ValueStatistics(0.5, 0.5, 0, 0.25, 0.5, 0.75, 1));
  }

  @Test
  void blocksAreSharedByPositionAndHitsEndAtTheFirstUnknownBlock() throws IOException {
    TraceAnalysis trace = of(FIVE_REQUESTS);

    assertThat(trace.requests()).isEqualTo(5);
    assertThat(trace.prefixes()).isEqualTo(6);
    assertThat(trace.prefixGroups()).isEqualTo(1);
    assertThat(trace.prefixReuse()).isCloseTo(0.6, within(1e-12));
    assertThatIs(trace.input(), 864.8, 501.832800841077, 0, 700, 1024, 1100, 1500);
    assertThatIs(trace.context(), 716.8, 409.6, 0, 512, 1024, 1024, 1024);
    assertThatIs(trace.uniquePrompt(), 148, 177.86286852516463, 0, 0, 76, 188, 476);
    assertThatIs(trace.output(), 13.4, 13.807244475274567, 0, 7, 9, 11, 40);
    assertThatIs(trace.hitRate(), 0.41666666666666663, 0.4330127018922193, 0, 0, 1.0 / 3, 0.75, 1);
  }

  @Test
  void aTraceWithoutRequestsHasNoStatistics() throws IOException {
    TraceAnalysis trace = of("\n");

    assertThat(trace)
        .isEqualTo(
            new TraceAnalysis(
                0,
                0,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void aGzippedTraceYieldsTheSameResult() throws IOException {
    Path packed = folder.resolve("trace.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(FIVE_REQUESTS.getBytes(StandardCharsets.UTF_8));
    }

    assertThat(TraceAnalysis.of(packed, 512)).isEqualTo(of(FIVE_REQUESTS));
  }

  @Test
  void aMalformedLineIsReportedWithItsNumber() {
    assertThatThrownBy(() -> of("{\"input_length\": 5}\n\n{\"input_length\": 0}\n"))
        .isInstanceOf(DatasetException.class)
        .hasMessageEndingWith("trace.jsonl: Line 3: input_length is 0 (1 or more tokens)");
  }

  private TraceAnalysis of(String lines) throws IOException {
    Path file = folder.resolve("trace.jsonl");
    Files.writeString(file, lines);
    return TraceAnalysis.of(file, 512);
  }

  private static void assertThatIs(
      Optional<ValueStatistics> spread,
      double mean,
      double deviation,
      double min,
      double p25,
      double median,
      double p75,
      double max) {
    ValueStatistics is = spread.orElseThrow();
    assertThat(is.mean()).isCloseTo(mean, within(1e-9));
    assertThat(is.standardDeviation()).isCloseTo(deviation, within(1e-9));
    assertThat(is.p25()).isCloseTo(p25, within(1e-9));
    assertThat(is.median()).isCloseTo(median, within(1e-9));
    assertThat(is.p75()).isCloseTo(p75, within(1e-9));
    assertThat(is.min()).isEqualTo(min);
    assertThat(is.max()).isEqualTo(max);
  }
}
