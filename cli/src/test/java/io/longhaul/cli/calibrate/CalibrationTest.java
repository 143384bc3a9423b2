package io.longhaul.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {
  private static final long MILLI = 1_000_000;
  private static final int UNLIMITED = Integer.MAX_VALUE;

  /** The error is a millisecond for 200 requests per second. */
  private static StepResult step(int rate) {
    double error = rate / 200.0 * MILLI;
    return new StepResult(
        rate,
        10L * rate,
        0,
        rate * 0.68,
        rate * 64.0,
        error / 4,
        error,
        error / 10,
        error / 2,
        10,
        rate > 150 ? 2 : 0);
  }

  @Test
  void theLimitAndAllStepsAreShown() throws Exception {
    List<StepResult> measured = new ArrayList<>();
    Calibration calibration =
        Calibration.measure(CalibrationTest::step, MILLI, 5_000, measured::add);

    assertThat(measured).isEqualTo(calibration.steps());
    assertThat(calibration.within()).hasValue(200);
    assertThat(CalibrationText.of(calibration, UNLIMITED))
        .isEqualTo(
            """

              Requests/s  open streams  chunks/s  TTFT error p50 ms     p99  ITL error p99 ms  sent late p99 ms   trusted  within the bound
              ──────────  ────────────  ────────  ─────────────────  ──────  ────────────────  ────────────────  ────────  ────────────────
              50                 34.00     3,200             0.0625  0.2500            0.0250            0.1250  10 of 10               yes
              100                68.00     6,400             0.1250  0.5000            0.0500            0.2500  10 of 10               yes
              200                136.0    12,800             0.2500    1.00            0.1000            0.5000   8 of 10               yes
              200                136.0    12,800             0.2500    1.00            0.1000            0.5000   8 of 10               yes
              218                148.2    13,952             0.2725    1.09            0.1090            0.5450   8 of 10                no
              218                148.2    13,952             0.2725    1.09            0.1090            0.5450   8 of 10                no
              238                161.8    15,232             0.2975    1.19            0.1190            0.5950   8 of 10                no
              238                161.8    15,232             0.2975    1.19            0.1190            0.5950   8 of 10                no
              283                192.4    18,112             0.3538    1.42            0.1415            0.7075   8 of 10                no
              283                192.4    18,112             0.3538    1.42            0.1415            0.7075   8 of 10                no
              400                272.0    25,600             0.5000    2.00            0.2000              1.00   8 of 10                no
              400                272.0    25,600             0.5000    2.00            0.2000              1.00   8 of 10                no

            Up to 200 requests/s (136.0 open streams, 12,800 chunks/s), Longhaul's own error on this machine stays within 1.00 ms at p99. For more load, add machines with longhaul generate.
            """);
    assertThat(CalibrationText.progress(step(400), MILLI))
        .isEqualTo(
            "  400 requests/s: p99 of errors: TTFT 2.00, ITL 0.2000, sending 1.00 ms, beyond the"
                + " bound");
  }

  @Test
  void aMachineWithinTheBoundAtTheHighestLoadHasNoKnownLimit() throws Exception {
    Calibration calibration =
        Calibration.measure(CalibrationTest::step, 50 * MILLI, 100, step -> {});

    assertThat(CalibrationText.of(calibration, UNLIMITED))
        .endsWith(
            "Longhaul's own error on this machine stays within 50.00 ms at p99, even at 100"
                + " requests/s (68.00 open streams, 6,400 chunks/s), the highest load that was"
                + " measured (--max-rate).\n");
  }

  @Test
  void anInterruptedCalibrationShowsTheFinishedStepsAndNoLimit() throws Exception {
    Calibration calibration =
        Calibration.measure(CalibrationTest::stepBelow200, MILLI, 5_000, step -> {});

    assertThat(calibration.steps())
        .extracting(StepResult::requestsPerSecond)
        .containsExactly(50, 100);
    assertThat(CalibrationText.of(calibration, UNLIMITED))
        .contains("\n  100 ")
        .endsWith("\nThe calibration was interrupted before the limit was known.\n");
  }

  private static StepResult stepBelow200(int rate) throws InterruptedException {
    if (rate >= 200) {
      throw new InterruptedException();
    }
    return step(rate);
  }

  @Test
  void withoutAFinishedStepAnInterruptedCalibrationHasNoResult() {
    assertThatThrownBy(
            () ->
                Calibration.measure(
                    rate -> {
                      throw new InterruptedException();
                    },
                    MILLI,
                    5_000,
                    step -> {}))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void aMachineThatIsBeyondTheBoundFromTheStartIsToldSo() throws Exception {
    Calibration calibration =
        Calibration.measure(CalibrationTest::step, MILLI / 10, 5_000, step -> {});

    assertThat(CalibrationText.of(calibration, UNLIMITED))
        .endsWith(
            "Not even 50 requests/s, with 0.2500 ms, were within the bound of 0.1000 ms at p99. End"
                + " other programs on this machine, or measure with a larger --bound.\n");
  }

  @Test
  void failedRequestsAreNamed() {
    StepResult failed =
        new StepResult(800, 8_000, 12, 0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 10, 9);

    assertThat(CalibrationText.progress(failed, MILLI))
        .isEqualTo("  800 requests/s: 12 of 8,000 requests failed");
  }

  @Test
  void theDocumentContainsTheMachineTheLimitAndTheSteps(@TempDir Path folder) throws Exception {
    Calibration calibration = Calibration.measure(CalibrationTest::step, MILLI, 5_000, step -> {});

    CalibrationJson.write(
        folder,
        calibration,
        new StepSettings(Duration.ofSeconds(10), "50ms", "10ms", "64"),
        new Machine("Linux 6", "Some CPU", 2, 24_000_000_000L, "Some Java 17"),
        "1.0",
        Instant.EPOCH);

    JsonNode json = new ObjectMapper().readTree(folder.resolve("calibration.json").toFile());
    assertThat(json.at("/machine/processors").asInt()).isEqualTo(2);
    assertThat(json.at("/bound_ms").asDouble()).isEqualTo(1);
    assertThat(json.at("/limit/requests_per_second").asInt()).isEqualTo(200);
    assertThat(json.at("/limit/open_streams").asDouble()).isEqualTo(136);
    assertThat(json.at("/exceeded_requests_per_second").asInt()).isEqualTo(218);
    assertThat(json.at("/steps/0/ttft_error_p99_ms").asDouble()).isEqualTo(0.25);
    assertThat(json.at("/steps/0/within_bound").asBoolean()).isTrue();
    assertThat(json.at("/steps")).hasSize(calibration.steps().size());
  }
}
