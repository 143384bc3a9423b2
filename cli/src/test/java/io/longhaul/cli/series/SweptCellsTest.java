package io.longhaul.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.options.ProfileOptions;
import io.longhaul.cli.options.Sweep;
import io.longhaul.cli.options.TypedArguments;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.json.ReadJson;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SweptCellsTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Command(name = "profile")
  static final class Profile {
    @Mixin ProfileOptions options = new ProfileOptions();
  }

  @Test
  void eachCellHasItsFolderAndAllAreCompared() throws Exception {
    ExportLayout layout = new ExportLayout(folder);

    ExitCode exitCode =
        new SweptCells(
                sweep("--concurrency", "1,2,4,8"),
                layout,
                run -> {
                  Path cell = Files.createDirectories(run.layout().folder());
                  int concurrency =
                      Integer.parseInt(cell.getFileName().toString().split("_", 2)[1]);
                  if (concurrency == 8) {
                    return new EndedAlready(ExitCode.TARGET_FAILED.status());
                  }
                  // The last has both less throughput and more latency than the one before.
                  int throughput = concurrency == 4 ? 15 : 10 * concurrency;
                  Files.writeString(
                      run.layout().profileJson(), figures(throughput, 7 * concurrency));
                  assertThat(run.words()).endsWith("--artifact-dir", cell.toString());
                  return new EndedAlready(0);
                },
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8))
            .carryOut();

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

  private static String figures(int throughput, int milliseconds) {
    return "{\"request_count\": {\"unit\": \"requests\", \"avg\": 8},"
        + " \"request_throughput\": {\"unit\": \"requests/sec\", \"avg\": "
        + throughput
        + "}, \"time_to_first_token\": {\"unit\": \"ms\", \"avg\": 4, \"p99\": "
        + milliseconds
        + ", \"count\": 8}}";
  }

  private static Sweep sweep(String... line) throws Exception {
    Profile profile = new Profile();
    return profile
        .options
        .sweep(TypedArguments.collecting(new CommandLine(profile)).parseArgs(line))
        .orElseThrow();
  }
}
