package io.longhaul.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.options.ProfileOptions;
import io.longhaul.config.options.Repeats;
import io.longhaul.config.options.Sweep;
import io.longhaul.control.ExitCode;
import io.longhaul.report.aggregate.Convergence;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.ReadJson;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepSeriesTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static final Repeats ONCE = repeats(1, Optional.empty());

  @TempDir Path folder;
  private boolean replace;

  @Test
  void eachCellHasAFolderAndAllAreCompared() throws Exception {
    ExportLayout layout = new ExportLayout(folder);

    ExitCode exitCode =
        new SweepSeries(
                sweep("--concurrency", "1,2,4,8"),
                ONCE,
                layout,
                replace,
                false,
                (run, place) -> {
                  Path cell = Files.createDirectories(run.layout().folder());
                  int concurrency =
                      Integer.parseInt(cell.getFileName().toString().split("_", 2)[1]);
                  if (concurrency == 8) {
                    return new FinishedProcess(ExitCode.TARGET_FAILED.status());
                  }
                  // The last has both less throughput and more latency than the one before.
                  int throughput = concurrency == 4 ? 15 : 10 * concurrency;
                  Files.writeString(
                      run.layout().profileJson(), figures(throughput, 7 * concurrency));
                  assertThat(run.words()).endsWith("--artifact-dir", cell.toString());
                  return new FinishedProcess(0);
                },
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8))
            .execute();

    assertThat(exitCode).isEqualTo(ExitCode.TARGET_FAILED);
    JsonNode document = ReadJson.from(layout.sweepJson());
    assertThat(document.at("/metadata/sweep_parameters/0").toString())
        .isEqualTo("{\"name\":\"concurrency\",\"values\":[1,2,4,8]}");
    assertThat(document.path("num_profile_runs").asInt()).isEqualTo(4);
    assertThat(document.path("num_successful_runs").asInt()).isEqualTo(3);
    assertThat(document.at("/failed_runs/0/label").asText()).isEqualTo("concurrency_8");
    assertThat(document.at("/per_combination_metrics/1/parameters/concurrency").asInt())
        .isEqualTo(2);
    assertThat(document.at("/per_combination_metrics/1/metrics/time_to_first_token").toString())
        .isEqualTo(
            "{\"mean\":4.0,\"avg\":4.0,\"std\":0.0,\"min\":4.0,\"max\":4.0,\"cv\":0.0,"
                + "\"ci_low\":4.0,\"ci_high\":4.0,\"unit\":\"ms\",\"p99\":14.0,\"count\":8}");
    assertThat(document.at("/best_configurations/best_throughput").toString())
        .isEqualTo(
            "{\"parameters\":{\"concurrency\":2},\"metric\":20.0,\"unit\":\"requests/sec\"}");
    assertThat(document.at("/best_configurations/best_latency_p99/parameters/concurrency").asInt())
        .isEqualTo(1);
    assertThat(document.path("pareto_optimal").toString())
        .isEqualTo("[{\"concurrency\":1},{\"concurrency\":2}]");
    assertThat(Files.readAllLines(layout.sweepCsv()))
        .startsWith(
            "concurrency,request_count_mean,request_count_std,request_count_min,request_count_max,"
                + "request_count_cv,request_throughput_mean,request_throughput_std,"
                + "request_throughput_min,request_throughput_max,request_throughput_cv,"
                + "time_to_first_token_mean,time_to_first_token_std,time_to_first_token_min,"
                + "time_to_first_token_max,time_to_first_token_cv",
            "1,8.00,0.00,8.00,8.00,0.0000,10.00,0.00,10.00,10.00,0.0000,4.00,0.00,4.00,4.00,0.0000")
        .contains("Best Throughput,2,20.00,requests/sec", "Number of Successful Runs,3");
    assertThat(out.toString(UTF_8)).contains("concurrency_2 ").contains("Files\n  " + folder);
    assertThat(err.toString(UTF_8)).contains("Note: concurrency_8 has no figures");
  }

  @Test
  void requestedPlotsCompareTheCells() throws Exception {
    ExportLayout layout =
        new ExportLayout(folder, ExportLayout.DEFAULT_PREFIX, Set.of(OptionalExport.PLOTS));

    new SweepSeries(
            sweep("--concurrency", "1,2"),
            ONCE,
            layout,
            replace,
            false,
            (run, place) -> {
              Files.createDirectories(run.layout().folder());
              Files.createFile(run.layout().recordsJsonl());
              Files.writeString(run.layout().profileJson(), figures(10, 7));
              return new FinishedProcess(0);
            },
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .execute();

    assertThat(layout.plots().resolve("ttft_vs_throughput.png")).isNotEmptyFile();
    assertThat(layout.claims()).content().contains("\nplots\n");
  }

  /** Folders, order and members are those of AIPerf 0.13. */
  @Test
  void cellsAreRepeatedInRounds() throws Exception {
    List<String> folders = new ArrayList<>();
    ExportLayout layout = new ExportLayout(folder);

    execute(layout, repeats(2, Optional.empty()), folders, "--concurrency", "1,2");

    assertThat(folders)
        .containsExactly(
            "profile_runs/trial_0001/concurrency_1",
            "profile_runs/trial_0001/concurrency_2",
            "profile_runs/trial_0002/concurrency_1",
            "profile_runs/trial_0002/concurrency_2");
    JsonNode sweep =
        ReadJson.from(folder.resolve("aggregate/sweep_aggregate/profile_export_aiperf_sweep.json"));
    assertThat(sweep.at("/metadata/sweep_mode").asText()).isEqualTo("repeated");
    assertThat(sweep.at("/metadata/num_trials_per_value").asInt()).isEqualTo(2);
    assertThat(sweep.path("num_profile_runs").asInt()).isEqualTo(4);
    // Throughputs of 10 and 12, then 20 and 22.
    assertThat(sweep.at("/per_combination_metrics/1/metrics/request_throughput_avg").toString())
        .startsWith("{\"mean\":21.0,\"std\":1.4142135623730951,\"min\":20.0,\"max\":22.0,\"cv\":")
        .endsWith(",\"unit\":\"requests/sec\"}");
    assertThat(sweep.at("/best_configurations/best_throughput/metric").asDouble()).isEqualTo(21);
    JsonNode cell =
        ReadJson.from(
            folder.resolve("aggregate/concurrency_2/profile_export_aiperf_aggregate.json"));
    assertThat(cell.at("/metadata/variation_label").asText())
        .isEqualTo("phases.profiling.concurrency=2");
    assertThat(cell.at("/metadata/run_labels").toString()).isEqualTo("[\"run_0001\",\"run_0002\"]");
    assertThat(cell.at("/metadata/model").asText()).isEqualTo("a");
    assertThat(out.toString(UTF_8)).containsPattern("concurrency_2 +21\\.00 ");
    assertThat(err.toString(UTF_8))
        .containsOnlyOnce("Cell ")
        .containsPattern("concurrency_1 +11\\.00 ")
        .containsPattern("concurrency_2 +20\\.00 ");
  }

  @Test
  void aCellCanBeRepeatedBeforeTheNext() throws Exception {
    List<String> folders = new ArrayList<>();
    ExportLayout layout = new ExportLayout(folder);

    execute(
        layout,
        repeats(2, Optional.empty()),
        folders,
        "--concurrency",
        "1,2",
        "--parameter-sweep-mode",
        "independent");

    assertThat(folders)
        .containsExactly(
            "concurrency_1/profile_runs/trial_0001",
            "concurrency_1/profile_runs/trial_0002",
            "concurrency_2/profile_runs/trial_0001",
            "concurrency_2/profile_runs/trial_0002");
    assertThat(folder.resolve("concurrency_1/aggregate/profile_export_aiperf_aggregate.json"))
        .exists();
    assertThat(ReadJson.from(layout.sweepJson()).at("/metadata/sweep_mode").asText())
        .isEqualTo("independent");
  }

  /** In whatever order: it is for each cell to say that it has enough. */
  @Test
  void convergedCellsAreNotRepeated() throws Exception {
    List<String> folders = new ArrayList<>();

    execute(
        new ExportLayout(folder),
        repeats(
            3,
            Optional.of(
                new Convergence("request_throughput", Statistic.AVG, Convergence.Mode.CV, 0.1))),
        folders,
        "--concurrency",
        "1,2");

    // 10 and 12 are 13 % apart, 20 and 22 are 7 %, 10, 12 and 14 are 17 %.
    assertThat(folders)
        .containsExactly(
            "profile_runs/trial_0001/concurrency_1",
            "profile_runs/trial_0001/concurrency_2",
            "profile_runs/trial_0002/concurrency_1",
            "profile_runs/trial_0002/concurrency_2",
            "profile_runs/trial_0003/concurrency_1");
    assertThat(err.toString(UTF_8))
        .contains("concurrency_2: 2 runs are enough: request_throughput_avg has converged (cv ");
  }

  /** Whichever cell is the first that is still wanted. */
  @Test
  void theRunCooldownAppliesBetweenRounds() throws Exception {
    Duration cooldown = Duration.ofMillis(50);
    List<Long> beginnings = new ArrayList<>();
    new SweepSeries(
            sweep("--concurrency", "2,1"),
            new Repeats(
                3,
                cooldown,
                0.95,
                true,
                Repeats.Seeds.ONE,
                Optional.of(
                    new Convergence(
                        "request_throughput", Statistic.AVG, Convergence.Mode.CV, 0.1))),
            new ExportLayout(folder),
            replace,
            false,
            (run, place) -> {
              beginnings.add(System.nanoTime());
              writeFigures(run);
              return new FinishedProcess(0);
            },
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .execute();

    // The fifth is the third of the second cell, the first of which needs no third.
    assertThat(err.toString(UTF_8)).contains("concurrency_2: 2 runs are enough");
    assertThat(beginnings).hasSize(5);
    assertThat(beginnings.get(4) - beginnings.get(3)).isGreaterThanOrEqualTo(cooldown.toNanos());
  }

  @Test
  void withoutASeedRunsOfACellUseDifferentSeeds() throws Exception {
    assertThat(seeds()).containsExactly("42", "43", "1042", "1043");
    assertThat(seeds("--random-seed", "7")).containsExactly("7", "8", "7", "8");
  }

  private List<String> seeds(String... more) throws Exception {
    List<String> line = new ArrayList<>(List.of("--concurrency", "1,2"));
    line.addAll(List.of(more));
    List<String> seeds = new ArrayList<>();
    new SweepSeries(
            sweep(line.toArray(String[]::new)),
            new Repeats(2, Duration.ZERO, 0.95, true, Repeats.Seeds.ONE_IF_TYPED, Optional.empty()),
            new ExportLayout(folder),
            replace,
            false,
            (run, place) -> {
              seeds.add(run.words().get(run.words().indexOf("--random-seed") + 1));
              return new FinishedProcess(0);
            },
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .execute();
    return seeds;
  }

  @Test
  void foreignFilesAreNotOverwritten() throws Exception {
    Path mine = Files.createDirectory(folder.resolve("concurrency_2"));
    Files.createDirectory(folder.resolve("sweep_aggregate"));

    assertThatThrownBy(
            () ->
                execute(new ExportLayout(folder), ONCE, new ArrayList<>(), "--concurrency", "1,2"))
        .hasMessage(
            "Cannot write into "
                + folder
                + ": its concurrency_2, sweep_aggregate do not belong to a known run (move them, or"
                + " give another --artifact-dir)");
    assertThat(mine).isEmptyDirectory();
  }

  @Test
  void resultsOfAnInterruptedSweepAreReplacedOnRequest() throws Exception {
    ExportLayout layout = new ExportLayout(folder);
    new SweepSeries(
            sweep("--concurrency", "2,1"),
            ONCE,
            layout,
            replace,
            true,
            (run, place) -> {
              Files.createDirectories(run.layout().folder());
              return new FinishedProcess(ExitCode.INTERRUPTED.status());
            },
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .execute();

    assertThatThrownBy(() -> execute(layout, ONCE, new ArrayList<>(), "--concurrency", "1,4"))
        .hasMessageContaining("it contains the results of a run");
    assertThat(folder.resolve("concurrency_2")).isDirectory();

    replace = true;
    execute(layout, ONCE, new ArrayList<>(), "--concurrency", "1,4");

    assertThat(folder.resolve("concurrency_2")).doesNotExist();
    assertThat(folder.resolve("aggregate/concurrency_4")).isDirectory();
  }

  private void execute(ExportLayout layout, Repeats repeats, List<String> folders, String... line)
      throws Exception {
    List<String> words = new ArrayList<>(List.of("-m", "a,b"));
    words.addAll(List.of(line));
    new SweepSeries(
            sweep(words.toArray(String[]::new)),
            repeats,
            layout,
            replace,
            true,
            (run, place) -> {
              folders.add(folder.relativize(run.layout().folder()).toString());
              writeFigures(run);
              return new FinishedProcess(0);
            },
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .execute();
  }

  /** Each run of a cell is two requests a second faster than the one before it. */
  private static void writeFigures(PlannedRun run) throws IOException {
    Files.createDirectories(run.layout().folder());
    int concurrency = Integer.parseInt(run.cell().split("_", 2)[1]);
    Files.writeString(
        run.layout().profileJson(),
        figures(10 * concurrency + 2 * run.number() - 2, 7 * concurrency));
  }

  private static Repeats repeats(int runs, Optional<Convergence> convergence) {
    return new Repeats(runs, Duration.ZERO, 0.95, true, Repeats.Seeds.ONE, convergence);
  }

  private static String figures(int throughput, int milliseconds) {
    return "{\"request_count\": {\"unit\": \"requests\", \"avg\": 8},"
        + " \"request_throughput\": {\"unit\": \"requests/sec\", \"avg\": "
        + throughput
        + "}, \"time_to_first_token\": {\"unit\": \"ms\", \"avg\": 4, \"p99\": "
        + milliseconds
        + ", \"count\": 8}}";
  }

  private static Sweep sweep(String... line) throws Exception {
    GivenOptions given = GivenOptions.parse(List.of(line), ProfileOptions.command());
    return ProfileOptions.of(given).sweep().orElseThrow();
  }
}
