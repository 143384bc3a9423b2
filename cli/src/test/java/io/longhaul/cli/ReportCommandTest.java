package io.longhaul.cli;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.folder.ExistingResults;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Computes the slices of a run again that has slices of one second. */
class ReportCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @BeforeEach
  void writeRun() throws IOException {
    String plan =
        RunPlanJson.toJson(
            RunPlanBuilder.plan("run")
                .model("m")
                .concurrency(1)
                .streaming(true)
                .sliceNanos(1_000_000_000)
                .build());
    FakePipeline pipeline =
        new FakePipeline(folder.resolve("lake"), "run")
            .configuredBy("{\"input_config\": {}, \"plan\": %s}".formatted(plan));
    for (int i = 0; i < 12; i++) {
      pipeline.with(aRequest("run", "%026d".formatted(i), 500L * i, 500L * i + 100));
    }
    pipeline.finished(at(6_000));
  }

  @Test
  void theNextRunMayReplaceTheDefaultFolderOfSlices() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    new ClaimedNames(layout).claim(List.of("lake"));

    run("report", folder.toString(), "--slice-duration", "2");

    Path slices = folder.resolve("slices-2");
    assertThat(slices.resolve("lake")).as(err.toString(UTF_8)).isDirectory();
    new ExistingResults(layout).delete();
    assertThat(slices).doesNotExist();
  }

  @Test
  void aFolderThatTheUserChoseRemains() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    new ClaimedNames(layout).claim(List.of("lake"));
    Path chosen = folder.resolve("chosen");

    run("report", folder.toString(), "--slice-duration", "2", "--into", chosen.toString());

    new ExistingResults(layout).delete();
    assertThat(chosen.resolve("lake")).as(err.toString(UTF_8)).isDirectory();
  }

  @Test
  void theRefusalOfAFolderWithALakeNamesTheCommandThatReportsIt() {
    run("report", folder.toString(), "--slice-duration", "2");
    err.reset();

    assertThat(run("report", folder.toString(), "--slice-duration", "2"))
        .isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8))
        .contains(
            "Cannot write slices into %1$s/slices-2: it contains a lake (longhaul report %1$s/slices-2 prints"
                    .formatted(folder)
                + " and writes its documents; --into writes to another folder)");
  }

  @Test
  void otherObjectivesAreWrittenToAnotherFolder() {
    run("report", folder.toString(), "--goodput", "ttft:300");
    run("report", folder.toString(), "--goodput", "ttft:100");

    assertThat(folder.resolve("slices-goodput-ttft-300/lake")).isDirectory();
    assertThat(folder.resolve("slices-goodput-ttft-100/lake"))
        .as(err.toString(UTF_8))
        .isDirectory();
  }

  private int run(String... words) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false);
    return new Longhaul(terminal).run(List.of(words));
  }
}
