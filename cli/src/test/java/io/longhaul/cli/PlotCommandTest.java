package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.Rows;
import io.longhaul.sinks.parquet.WrittenRows;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Draws folders in AIPerf's format, which a test can write without a run. */
class PlotCommandTest {
  private static final long START = 1_795_270_000_000_000_000L;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Test
  void theRunOfAFolderIsDrawnIntoItsFolderOfPlots() throws IOException {
    Path run = writeRun("a", 4, 100);

    assertThat(run("plot", run.toString())).as(err.toString(UTF_8)).isZero();

    BufferedImage image = ImageIO.read(run.resolve("plots/ttft_over_time.png").toFile());
    assertThat(image.getWidth()).isEqualTo(2400);
    assertThat(image.getHeight()).isEqualTo(1200);
    assertThat(out.toString(UTF_8))
        .contains(run.resolve("plots/ttft_over_time.png") + "\n")
        .endsWith("Saved 7 plots to: " + run.resolve("plots") + "\n");
    assertThat(err.toString(UTF_8))
        .contains("not drawn: timeslices_ttft: there are no time slices");
  }

  @Test
  void severalRunsAreComparedUnderAiperfsNames() throws IOException {
    writeRun("sweep/concurrency_4", 4, 100);
    writeRun("sweep/concurrency_8", 8, 150);
    Path plots = folder.resolve("pictures");

    int status =
        run(
            "plot",
            "--paths",
            folder.resolve("sweep").toString(),
            "--output",
            plots.toString(),
            "--theme",
            "dark",
            "--format",
            "both",
            "--verbose");

    assertThat(status).as(err.toString(UTF_8)).isZero();
    try (Stream<Path> files = Files.list(plots)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "pareto_curve_throughput_vs_latency.png",
              "pareto_curve_throughput_vs_latency.svg",
              "pareto_curve_throughput_vs_interactivity.png",
              "pareto_curve_throughput_vs_interactivity.svg",
              "ttft_vs_throughput.png",
              "ttft_vs_throughput.svg");
    }
    assertThat(plots.resolve("ttft_vs_throughput.svg"))
        .content()
        .contains("concurrency 4", "concurrency 8", "#12181e");
  }

  @Test
  void aLakeWithoutDocumentsIsDrawn() throws IOException {
    Path run = folder.resolve("ours");
    Path file = run.resolve("lake/requests/2026-01-02.run.part-a-0.parquet");
    Files.createDirectories(file.getParent());
    WrittenRows.requests(
        file,
        List.of(
            Rows.aRequest("run", "a", 0, 100).build(), Rows.aRequest("run", "b", 50, 250).build()));

    assertThat(run("plot", run.toString())).as(err.toString(UTF_8)).isZero();
    assertThat(run.resolve("plots/ttft_over_time.png")).isNotEmptyFile();
  }

  @Test
  void aSwimLaneIsAPictureAndAPage() throws IOException {
    Path run = writeRun("a", 4, 100);
    Path picture = folder.resolve("lanes.svg");

    assertThat(run("analyze", "swim-lane", run.toString(), "-o", picture.toString(), "--html"))
        .as(err.toString(UTF_8))
        .isZero();
    assertThat(picture).content().startsWith("<svg ").contains("30 sessions, 30 requests.");
    assertThat(folder.resolve("lanes.html")).content().contains("<svg ");
    assertThat(run("analyze", "swim-lane", run.toString())).isZero();
    assertThat(ImageIO.read(run.resolve("swim_lane.png").toFile()).getWidth()).isEqualTo(2400);
    assertThat(out.toString(UTF_8))
        .isEqualTo("saved " + picture + "\nsaved " + run.resolve("swim_lane.png") + "\n");
  }

  @Test
  void messagesOfTurnsAreAPage() throws IOException {
    Path run = writeRun("a", 4, 100);
    Files.writeString(
        run.resolve("profile_export_raw.jsonl"),
        "{\"metadata\": {}, \"payload\": {\"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}}\n");

    assertThat(run("analyze", "turn-messages", run.toString(), "-n", "5", "--max-turns", "2"))
        .as(err.toString(UTF_8))
        .isZero();
    assertThat(run.resolve("turn_messages.html")).content().contains("<pre>Hi</pre>");
  }

  @Test
  void aFolderThatCannotBeWrittenIsRefused() throws IOException {
    Path run = writeRun("a", 4, 100);
    Files.createFile(run.resolve("plots"));

    assertThat(run("plot", run.toString())).isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8))
        .contains("Cannot write plots into " + run.resolve("plots") + ": ")
        .contains("(give another --output)");
  }

  @Test
  void aFileThatIsNotJsonIsNamed() throws IOException {
    Path run = writeRun("a", 4, 100);
    Files.writeString(run.resolve("profile_export.jsonl"), "not JSON");

    assertThat(run("plot", run.toString())).isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8))
        .contains("Cannot plot " + run + ": ", "profile_export.jsonl", "a line is not JSON");
  }

  @Test
  void filesInTheFolderOfARunBelongToIt() throws IOException {
    Path run = writeRun("a", 4, 100);
    Path claims = new ExportLayout(run).claims();
    Files.createFile(claims);

    assertThat(run("plot", run.toString())).isZero();
    assertThat(run("analyze", "swim-lane", run.toString())).isZero();

    assertThat(claims).content().contains("plots\n", "swim_lane.png\n");
  }

  private Path writeRun(String name, int concurrency, int latencyMillis) throws IOException {
    Path run = Files.createDirectories(folder.resolve(name));
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      long start = START + i * 50_000_000L;
      lines.append(
          """
          {"metadata": {"benchmark_phase": "profiling", "conversation_id": "c%d", "request_start_ns": %d, "request_end_ns": %d}, "metrics": {"time_to_first_token": {"value": %d, "unit": "ms"}, "inter_token_latency": {"value": 2.5, "unit": "ms"}, "request_latency": {"value": %d, "unit": "ms"}, "output_sequence_length": {"value": %d, "unit": "tokens"}}}
          """
              .formatted(
                  i, start, start + latencyMillis * 1_000_000L, 20 + i, latencyMillis, 10 + i));
    }
    Files.writeString(run.resolve("profile_export.jsonl"), lines);
    Files.writeString(
        run.resolve("profile_export_aiperf.json"),
        """
        {"input_config": {"models": {"items": [{"name": "m"}]}, "phases": [{"name": "profiling", "concurrency": %d}]},
         "request_latency": {"unit": "ms", "avg": %d}, "time_to_first_token": {"unit": "ms", "avg": 35},
         "request_throughput": {"unit": "requests/sec", "avg": 20}, "output_token_throughput": {"unit": "tokens/sec", "avg": %d},
         "output_token_throughput_per_user": {"unit": "tokens/sec/user", "avg": 100}}
        """
            .formatted(concurrency, latencyMillis, 100 * concurrency));
    return run;
  }

  private int run(String... arguments) {
    return new Longhaul(
            new Terminal(
                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false))
        .run(List.of(arguments));
  }
}
