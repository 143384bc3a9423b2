package io.longhaul.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.mock.truth.TruthLogEntry;
import io.longhaul.sinks.Rows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepMeasurementTest {
  private static final long MILLI = 1_000_000;

  private final Map<String, TruthLogEntry> truth = new HashMap<>();

  @Test
  void errorsAreDistancesFromTheTruth() {
    // The client measured 40 ms to the first chunk and gaps of 15 ms on average.
    truth.put("early", new TruthLogEntry(0, 41 * MILLI, 15 * MILLI));
    truth.put("late", new TruthLogEntry(0, 37 * MILLI, 17.5 * MILLI));
    StepMeasurement measurement = new StepMeasurement(2, 1, truth);
    measurement.add(Rows.aRequest("r", "early").build());
    measurement.add(Rows.aRequest("r", "late").setSendLagNs(2 * MILLI).build());

    StepResult result = measurement.result();

    assertThat(result.requests()).isEqualTo(2);
    assertThat(result.incompleteRequests()).isZero();
    assertThat(result.ttftErrorP50Nanos()).isEqualTo(2 * MILLI);
    assertThat(result.ttftErrorP99Nanos()).isEqualTo(2.98 * MILLI);
    assertThat(result.itlErrorP99Nanos()).isEqualTo(2.475 * MILLI);
    assertThat(result.sendLagP99Nanos()).isEqualTo(1.98 * MILLI);
    assertThat(result.chunksPerSecond()).isEqualTo(6);
    assertThat(result.openStreams()).isEqualTo(0.14);
    assertThat(result.isWithin(3 * MILLI)).isTrue();
    assertThat(result.isWithin(2 * MILLI)).isFalse();
  }

  @Test
  void theWarmupDoesNotCount() {
    StepMeasurement measurement = new StepMeasurement(1, 1, truth);
    measurement.add(Rows.aRequest("r", "w").setPhase("warmup").build());

    assertThat(measurement.result().requests()).isZero();
  }

  @Test
  void aStepWithRequestsThatFailedOrThatTheServerDoesNotKnowIsBeyondEveryBound() {
    truth.put("known", new TruthLogEntry(0, 40 * MILLI, 15 * MILLI));
    StepMeasurement failed = new StepMeasurement(1, 1, truth);
    failed.add(Rows.anError("r", "known", 0, 10).build());
    StepMeasurement unknown = new StepMeasurement(1, 1, truth);
    unknown.add(Rows.aRequest("r", "unknown").build());

    for (StepResult result : List.of(failed.result(), unknown.result())) {
      assertThat(result.incompleteRequests()).isOne();
      assertThat(result.isWithin(Long.MAX_VALUE)).isFalse();
    }
  }

  @Test
  void aStepWithoutRequestsIsBeyondEveryBound() {
    assertThat(new StepMeasurement(1, 1, truth).result().isWithin(Long.MAX_VALUE)).isFalse();
  }
}
