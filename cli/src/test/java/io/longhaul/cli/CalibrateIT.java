package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.control.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code calibrate} with real runs. */
class CalibrateIT {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  @Timeout(600)
  void aLoadThatAnyMachineBearsIsWithinAWideBound() throws Exception {
    int status =
        new Longhaul(
                new Terminal(
                    new PrintStream(out, true, UTF_8),
                    new PrintStream(err, true, UTF_8),
                    false,
                    false))
            .run(
                List.of(
                    "calibrate",
                    "--max-rate",
                    "20",
                    "--seconds",
                    "2",
                    "--bound",
                    "10s",
                    "--osl",
                    "8",
                    "--artifact-dir",
                    folder.toString()));

    assertThat(err.toString(UTF_8)).contains("  20 requests/s: p99 of errors: TTFT ");
    assertThat(status).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).contains("even at 20 requests/s");
    JsonNode json = new ObjectMapper().readTree(folder.resolve("calibration.json").toFile());
    assertThat(json.at("/limit/requests_per_second").asInt()).isEqualTo(20);
    assertThat(json.at("/steps")).hasSize(2);
    for (JsonNode step : json.at("/steps")) {
      assertThat(step.at("/requests").asInt()).isBetween(15, 70);
      assertThat(step.at("/ttft_error_p50_ms").asDouble()).isBetween(0.0, 1_000.0);
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(folder.resolve("calibration.json"));
    }
  }

  @Test
  @Timeout(600)
  void anInterruptedCalibrationPrintsTheStepsThatItHasFinished() throws Exception {
    Path results = folder.resolve("results");
    try (RunningProfile calibration =
        RunningProfile.start(
            folder,
            List.of(
                "calibrate",
                "--seconds",
                "2",
                "--bound",
                "10s",
                "--osl",
                "8",
                "--artifact-dir",
                results.toString()))) {
      calibration.awaitErr("  50 requests/s: p99 of errors: TTFT ");
      calibration.terminate();

      assertThat(calibration.exitStatus()).as(calibration.err()).isEqualTo(130);
      assertThat(calibration.out())
          .contains("\n  50 ")
          .contains("The calibration was interrupted before the limit was known.");
      assertThat(calibration.err()).endsWith("Interrupted; calibration.json was not written\n");
    }
    try (Stream<Path> left = Files.list(results)) {
      assertThat(left).isEmpty();
    }
  }
}
