package io.longhaul.report.plot;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.genaiperf.GenAiPerfRun;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenAiPerfPlotsTest {
  @TempDir Path folder;

  @Test
  void thereAreFivePlotsWithGenAiPerfsNames() throws IOException {
    FakePipeline run = new FakePipeline(folder.resolve("lake"), "run");
    for (int i = 0; i < 20; i++) {
      run.with(aRequest("run", "r" + i, 100L * i, 100L * i + 90).setInputTokens(10 + i));
    }
    Path plots = folder.resolve("plots");

    assertThat(GenAiPerfPlots.write(read(run), plots)).isEmpty();

    try (var files = Files.list(plots)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "time_to_first_token.jpeg",
              "time_to_first_token.html",
              "request_latency.jpeg",
              "request_latency.html",
              "distribution_of_input_sequence_lengths_to_output_sequence_lengths.jpeg",
              "distribution_of_input_sequence_lengths_to_output_sequence_lengths.html",
              "time_to_first_token_vs_input_sequence_lengths.jpeg",
              "time_to_first_token_vs_input_sequence_lengths.html",
              "token-to-token_latency_vs_output_token_position.jpeg",
              "token-to-token_latency_vs_output_token_position.html");
    }
    assertThat(ImageIO.read(plots.resolve("request_latency.jpeg").toFile()).getWidth())
        .isEqualTo(1400);
  }

  @Test
  void theLastPlotHasADotForEachKnownGapPerToken() throws IOException {
    FakePipeline run =
        new FakePipeline(folder.resolve("lake"), "run")
            .with(
                aRequest("run", "a", 0, 100)
                    .setChunkAfterStartNs(
                        List.of(10_000_000L, 20_000_000L, 20_000_000L, 60_000_000L))
                    .setChunkTokens(List.of(1, 1, 1, 4))
                    .setChunkReads(List.of(1, 2, 2, 3)));
    Path plots = folder.resolve("plots");

    GenAiPerfPlots.write(read(run), plots);

    String page =
        Files.readString(
            plots.resolve("token-to-token_latency_vs_output_token_position.html"), UTF_8);
    // The third chunk arrived with the second, so its gap is unknown. The fourth has four tokens.
    assertThat(page.split("<circle ", -1)).hasSize(3);
    assertThat(page).contains("All 1 valid requests.");
    assertThat(page.split("cy=\"", -1)[1].split("\"", -1)[0])
        .as("10 ms for one token, and 40 ms for four, are at the same height")
        .isEqualTo(page.split("cy=\"", -1)[2].split("\"", -1)[0]);
  }

  @Test
  void ofManyGapsSomeAreDrawn() throws IOException {
    int chunks = GenAiPerfPlots.MAX_GAPS * 2 + 2;
    FakePipeline run =
        new FakePipeline(folder.resolve("lake"), "run")
            .with(
                aRequest("run", "a", 0, 100)
                    .setChunkAfterStartNs(
                        LongStream.range(0, chunks).map(i -> i * 1_000).boxed().toList())
                    .setChunkTokens(Collections.nCopies(chunks, 1))
                    .setChunkReads(IntStream.range(0, chunks).boxed().toList()));
    Path plots = folder.resolve("plots");

    GenAiPerfPlots.write(read(run), plots);

    String page =
        Files.readString(
            plots.resolve("token-to-token_latency_vs_output_token_position.html"), UTF_8);
    assertThat(page).contains("Only one of 3 gaps is drawn.");
    assertThat(page.split("<circle ", -1)).hasSize(1 + (chunks + 1) / 3);
  }

  private static GenAiPerfRun read(FakePipeline run) throws IOException {
    Lake lake = run.finished(at(3_000));
    return GenAiPerfRun.of(RunReport.read(lake, "run"), lake);
  }
}
