package io.longhaul.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.schema.RequestId;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LaneIntakeTest {
  private static final int SLOTS = 1024;

  private final FactRing ring = new FactRing(SLOTS);
  private final LaneIntake intake = new LaneIntake(ring);

  @Test
  void noRequestStartsWhileHalfOfTheRingIsUnread() {
    ExchangeRecorder first = begin().orElseThrow();
    for (int received = 1; received < SLOTS / 2; received++) {
      first.body(0, received, new byte[1]);
    }
    assertThat(begin()).as("while the recorder is half a ring behind").isEmpty();

    ring.drain((fact, atNanos, number, subject, content) -> {});

    assertThat(begin()).as("after it has caught up").isPresent();
  }

  private Optional<ExchangeRecorder> begin() {
    RequestId id = RequestId.of(0, 1, 0);
    return intake.begin(
        new PlannedRequest(
            id, 0, 0, "session", 0, id.toString(), "model", 0, 7, 10, 12, null, 0, 0, 0, Map.of()),
        null,
        0,
        null,
        ResponseListener.NONE);
  }
}
