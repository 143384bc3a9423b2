package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.options.ProfileSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run file is equivalent to the same command line. */
class RunFileSettingsTest {
  private static final String FILE =
      """
      randomSeed: 11
      benchmark:
        model: m
        endpoint: {url: "http://127.0.0.1:8000", streaming: true, apiKey: canary-9}
        tokenizer: {name: builtin}
        dataset: {entries: 40, prompts: {isl: {mean: 60, stddev: 8}, osl: 12}}
        warmup: {type: concurrency, requests: 24, concurrency: 4}
        profiling: {type: gamma, rate: 6, smoothness: 2.0, rateRamp: 1m, duration: 10m, concurrency: 12}
        slos: {time_to_first_token: 700}
        artifacts: {sliceDuration: 5m}
      """;

  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void aFileEqualsTheSameCommandLine() throws Exception {
    String line =
        "-m m -u http://127.0.0.1:8000 --streaming --api-key canary-9 --tokenizer builtin"
            + " --num-prompts 40 --isl 60 --isl-stddev 8 --osl 12 --warmup-request-count 24"
            + " --warmup-concurrency 4 --warmup-arrival-pattern concurrency_burst --request-rate 6"
            + " --arrival-smoothness 2 --request-rate-ramp-duration 60 --benchmark-duration 600"
            + " --benchmark-grace-period inf --concurrency 12 --goodput time_to_first_token:700"
            + " --slice-duration 300 --random-seed 11 --run-id r";

    ProfileSettings ofFile = settings("--config", file(), "--run-id", "r");
    ProfileSettings ofLine = settings(line.split(" "));

    assertThat(ofFile.plan()).isEqualTo(ofLine.plan());
    assertThat(ofFile.secretHeaders()).isEqualTo(ofLine.secretHeaders()).isNotEmpty();
    assertThat(ofFile.layout()).isEqualTo(ofLine.layout());
    assertThat(ofFile.plan().load().warmup().arrivals()).isNull();
    assertThat(ofFile.plan().load().warmup().concurrency()).isEqualTo(4);
  }

  @Test
  void commandLineOptionsTakePrecedence() throws Exception {
    ProfileSettings settings =
        settings("-f", file(), "--request-rate", "9", "--model-names=n", "--no-gpu-telemetry");

    assertThat(settings.plan().load().profiling().rate().finalPerSecond()).hasValue(9);
    assertThat(settings.plan().request().models()).containsExactly("n");
  }

  /** Reports show the command line to which the file was translated. */
  @Test
  void aFilesKeyIsNotShown() throws Exception {
    assertThat(settings("-f", file()).toString())
        .contains("--concurrency=12")
        .doesNotContain("canary");
  }

  private String file() throws Exception {
    return Files.writeString(folder.resolve("run.yaml"), FILE).toString();
  }

  private ProfileSettings settings(String... words) throws Exception {
    PrintStream stream = new PrintStream(err, true, UTF_8);
    return ProfileCommand.validated(
            new ArrayList<>(List.of(words)), new Terminal(stream, stream, false, false))
        .settings();
  }
}
