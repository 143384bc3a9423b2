package io.longhaul.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.options.ProfileOptions;
import io.longhaul.config.options.Repeats;
import io.longhaul.control.ExitCode;
import io.longhaul.report.aggregate.Convergence;
import io.longhaul.report.figures.Statistic;
import io.longhaul.sinks.ExportLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepeatedRunsTest {
  private static final int NO_DOCUMENT = -1;

  private boolean replace;
  private Optional<Convergence> convergence = Optional.empty();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Test
  void theAggregateOfThreeRuns() throws Exception {
    assertThat(execute(3, 0, 808.0, 811.9, 816.1)).isEqualTo(ExitCode.DONE);

    JsonNode document = new ObjectMapper().readTree(layout().aggregateJson().toFile());
    JsonNode latency = document.at("/metrics/request_latency_avg");
    assertThat(latency.path("mean").doubleValue()).isCloseTo(812.0, within(1e-9));
    assertThat(latency.path("std").doubleValue()).isCloseTo(4.05092582, within(5e-9));
    assertThat(latency.path("ci_low").doubleValue()).isCloseTo(801.936942, within(5e-7));
    assertThat(latency.path("ci_high").doubleValue()).isCloseTo(822.063058, within(5e-7));
    assertThat(document.at("/metadata/run_labels"))
        .extracting(JsonNode::textValue)
        .containsExactly("run_0001", "run_0002", "run_0003");
    assertThat(out.toString(UTF_8))
        .contains("Across 3 runs (from, to: confidence interval of the mean, 95 %)")
        .containsPattern(
            "request_latency_avg \\(ms\\) +812\\.0 +801\\.9 +822\\.1 +4\\.05 +0\\.4989 ");
  }

  @Test
  void theExitCodeWithTheHighestPrecedenceIsReturned() throws Exception {
    assertThat(execute(3, ExitCode.THRESHOLD_MISSED.status(), 1, 2, 3))
        .isEqualTo(ExitCode.THRESHOLD_MISSED);
    assertThat(err.toString(UTF_8))
        .contains("Note: run_0003 ended with exit status 3")
        .endsWith(
            "1 of 3 runs ended with an error: run_0003 with exit status 3, a threshold was not met"
                + " (see its output above, or the logs in "
                + folder.resolve("profile_runs/run_0003/logs")
                + ")\n");
    assertThat(layout().aggregateJson()).exists();
  }

  @Test
  void aSuccessfulSeriesHasNoClosingSentence() throws Exception {
    execute(2, 0, 1, 2);

    assertThat(err.toString(UTF_8)).doesNotContain("of 2 runs");
  }

  @Test
  void aRunWithoutFiguresIsNamedAndTheOthersAreAggregated() throws Exception {
    assertThat(execute(3, ExitCode.TARGET_FAILED.status(), 1, 3, NO_DOCUMENT))
        .isEqualTo(ExitCode.TARGET_FAILED);

    JsonNode metadata =
        new ObjectMapper().readTree(layout().aggregateJson().toFile()).path("metadata");
    assertThat(metadata.path("num_profile_runs").intValue()).isEqualTo(3);
    assertThat(metadata.path("num_successful_runs").intValue()).isEqualTo(2);
    assertThat(metadata.at("/failed_runs/0/label").textValue()).isEqualTo("run_0003");
    assertThat(metadata.at("/failed_runs/0/error").textValue())
        .isEqualTo("it left no profile_export_aiperf.json");
  }

  @Test
  void oneRunWithFiguresIsNotAggregated() throws Exception {
    execute(2, ExitCode.TARGET_FAILED.status(), 1, NO_DOCUMENT);

    assertThat(layout().aggregateJson()).doesNotExist();
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8))
        .contains("Nothing to aggregate")
        .contains("\n1 of 2 runs ended with an error: run_0002 with exit status 4, the server ");
  }

  /** 100, 90 and 95: their interval is 26 % of the mean wide; that of 100 and 90 134 %. */
  @Test
  void convergedRunsAreNotRepeated() throws Exception {
    convergence =
        Optional.of(
            new Convergence("request_latency", Statistic.P99, Convergence.Mode.CI_WIDTH, 0.3));

    assertThat(execute(5, 0, 100, 90, 95, 95, 95)).isEqualTo(ExitCode.DONE);

    assertThat(folder.resolve("profile_runs/run_0003")).isDirectory();
    assertThat(folder.resolve("profile_runs/run_0004")).doesNotExist();
    assertThat(err.toString(UTF_8))
        .containsOnlyOnce(
            "3 runs are enough: request_latency_p99 has converged (ci_width 0.2615, less than"
                + " 0.3)");
    assertThat(
            new ObjectMapper()
                .readTree(layout().aggregateJson().toFile())
                .at("/metadata/convergence/converged")
                .asBoolean())
        .isTrue();
  }

  @Test
  void aMissingMetricIsNamedAndAllRunsAreExecuted() throws Exception {
    convergence =
        Optional.of(
            new Convergence("time_to_first_token", Statistic.AVG, Convergence.Mode.CV, 0.3));

    execute(3, 0, 100, 100, 100);

    assertThat(folder.resolve("profile_runs/run_0003")).isDirectory();
    assertThat(err.toString(UTF_8))
        .containsOnlyOnce(
            "Note: no run has time_to_first_token_avg, so convergence cannot be checked");
  }

  @Test
  void earlierResultsAreRejectedAndUnchanged() throws Exception {
    execute(2, 0, 1, 2);

    assertThatThrownBy(() -> execute(2, 0, 3, 5))
        .hasMessageContaining("it contains the results of a run (give another --artifact-dir, or")
        .hasMessageContaining("--replace");

    assertThat(folder.resolve("profile_runs/run_0001")).isDirectory();
    assertThat(meanLatency()).isEqualTo(1.5);
  }

  @Test
  void earlierResultsAreReplacedOnRequest() throws Exception {
    execute(3, 0, 1, 2, 3);
    replace = true;
    execute(2, 0, 3, 5);

    assertThat(folder.resolve("profile_runs/run_0003")).doesNotExist();
    assertThat(meanLatency()).isEqualTo(4);
  }

  private double meanLatency() throws Exception {
    return new ObjectMapper()
        .readTree(layout().aggregateJson().toFile())
        .at("/metrics/request_latency_avg/mean")
        .doubleValue();
  }

  /**
   * Repeats a run.
   *
   * @param lastStatus exit status of the last run; the others have 0
   * @param latencies latencies of the runs
   */
  private ExitCode execute(int runs, int lastStatus, double... latencies) throws Exception {
    Deque<Double> left = new ArrayDeque<>(Arrays.stream(latencies).boxed().toList());
    RunStarter starter =
        (run, place) -> {
          assertThat(run.words())
              .containsExactly(
                  "profile",
                  "--random-seed",
                  "42",
                  "--artifact-dir",
                  run.layout().folder().toString());
          Files.createDirectories(run.layout().folder());
          double latency = left.remove();
          if (latency != NO_DOCUMENT) {
            write(run.layout().profileJson(), latency);
          }
          return new FinishedProcess(left.isEmpty() ? lastStatus : 0);
        };
    return new RepeatedRuns(
            new Repeats(runs, Duration.ZERO, 0.95, true, Repeats.Seeds.ONE, convergence),
            GivenOptions.parse(
                List.of("--num-profile-runs", "" + runs, "--output-artifact-dir=here"),
                ProfileOptions.command()),
            layout(),
            replace,
            starter,
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .execute();
  }

  private ExportLayout layout() {
    return new ExportLayout(folder);
  }

  private static void write(Path file, double latency) throws IOException {
    Files.writeString(
        file,
        String.format(
            Locale.ROOT,
            """
            {"request_count": {"unit": "requests", "avg": 10},
             "request_latency": {"unit": "ms", "avg": %s, "p99": %s},
             "input_config": {}}\
            """,
            latency,
            latency));
  }
}
