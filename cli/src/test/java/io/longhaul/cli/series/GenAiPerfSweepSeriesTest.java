package io.longhaul.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.sinks.ExportLayout;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenAiPerfSweepSeriesTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Test
  void pointsWithFiguresAreCompared() throws Exception {
    List<PlannedRun> points = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      points.add(
          PlannedRun.alone(
              "m_run_config_" + i,
              List.of("profile"),
              new ExportLayout(Files.createDirectory(folder.resolve("point" + i)))));
    }
    Path csv = folder.resolve("analyze_export_genai_perf.csv");

    ExitCode exitCode =
        new GenAiPerfSweepSeries(
                points,
                csv,
                (run, place) -> {
                  int number = points.indexOf(run);
                  if (number < 2) {
                    Files.writeString(
                        run.layout().genAiPerfJson(),
                        "{\"request_throughput\": {\"avg\": " + (10 + number) + "}}");
                  }
                  return new FinishedProcess(number < 2 ? 0 : ExitCode.TARGET_FAILED.status());
                },
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8))
            .execute();

    assertThat(exitCode).isEqualTo(ExitCode.TARGET_FAILED);
    assertThat(Files.readAllLines(csv))
        .extracting(line -> line.split(",", -1)[0])
        .containsExactly("Config Name", "m_run_config_1", "m_run_config_0");
    assertThat(out.toString(UTF_8)).contains("m_run_config_1").contains("Files\n  " + csv);
    assertThat(err.toString(UTF_8))
        .contains("Note: m_run_config_2 has no figures")
        .endsWith(
            "1 of 3 runs ended with an error: m_run_config_2 with exit status 4, the server could"
                + " not be reached or most requests failed (see its output above, or the logs in "
                + folder.resolve("point2/logs")
                + ")\n");
  }
}
