package io.longhaul.pipeline.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.pipeline.lane.InFlight.Sweep;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private final InFlight inFlight = new InFlight();

  @Test
  void withoutRequestsTheTimeInFlightIsZero() {
    assertThat(inFlight.sweep(0, 100, 0)).isEqualTo(new Sweep(0, 0, 0));
  }

  @Test
  void aRequestInFlightThroughoutCountsForTheWholeSlice() {
    assertThat(inFlight.sweep(0, 100, 3)).isEqualTo(new Sweep(300, 3, 3));
  }

  @Test
  void aRequestThatEndsWhenAnotherStartsDoesNotOverlapWithIt() {
    inFlight.started(10);
    inFlight.ended(50);
    inFlight.started(50);

    assertThat(inFlight.sweep(0, 100, 0)).isEqualTo(new Sweep(90, 1, 1));
  }

  @Test
  void theOrderOfCallsHasNoEffect() {
    inFlight.ended(90);
    inFlight.started(80);
    inFlight.ended(20);
    inFlight.started(10);

    assertThat(inFlight.sweep(0, 100, 1)).isEqualTo(new Sweep(100 + 10 + 10, 2, 1));
  }

  @Test
  void aRequestWithoutDurationIsNotInFlight() {
    inFlight.started(10);
    inFlight.ended(10);

    assertThat(inFlight.sweep(0, 100, 0)).isEqualTo(new Sweep(0, 0, 0));
  }
}
