package io.longhaul.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The times of expected numbers of arrivals, on every kind of curve. */
class RateCurveSolverTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void rampRisesLinearlyAndThenStaysConstant() {
    // 0 to 10 per second in 10 s: t²/2 arrivals, which is 50 on the ramp, and then 10 per second.
    RateCurve ramp = RateCurve.ramp(0, 10, 10 * SECOND);

    assertThat(arrivals(ramp, 2, 8, 18, 32, 50, 60, 150))
        .containsExactly(
            2 * SECOND, 4 * SECOND, 6 * SECOND, 8 * SECOND, 10 * SECOND, 11 * SECOND, 20 * SECOND);
  }

  @Test
  void rampHasTheSameRatesAsAiperf() {
    RateStage ramp = RateStage.line(0.5, 50, 10 * SECOND);

    assertThat(List.of(0.0, 0.1, 1.0, 5.0, 9.9))
        .extracting(seconds -> ramp.perSecondAt(seconds * SECOND))
        .usingComparatorForType(
            (a, b) -> Math.abs(a - b) < 1e-9 ? 0 : Double.compare(a, b), Double.class)
        .containsExactly(0.5, 0.995, 5.45, 25.25, 49.505);
  }

  @Test
  void rampMayFallToZero() {
    RateCurve falling = new RateCurve(List.of(RateStage.line(10, 0, 10 * SECOND)), false);

    assertThat(arrivals(falling, 32, 50, 50.1))
        .containsExactly(4 * SECOND, 10 * SECOND, ArrivalSchedule.NEVER);
  }

  @Test
  void stagesFollowOneAnotherAndAStageWithoutLoadIsSkipped() {
    RateCurve day =
        new RateCurve(
            List.of(
                RateStage.level(5, 10 * SECOND),
                RateStage.level(0, 100 * SECOND),
                RateStage.level(1, 10 * SECOND)),
            false);

    assertThat(arrivals(day, 50, 51, 60, 61))
        .containsExactly(10 * SECOND, 111 * SECOND, 120 * SECOND, ArrivalSchedule.NEVER);
  }

  @Test
  void repeatingProfileStartsAgain() {
    RateCurve daily =
        new RateCurve(
            List.of(RateStage.level(2, 5 * SECOND), RateStage.level(0, 5 * SECOND)), true);

    assertThat(arrivals(daily, 1, 10, 11, 2_000_001))
        .containsExactly(
            SECOND / 2, 5 * SECOND, 10 * SECOND + SECOND / 2, 2_000_000 * SECOND + SECOND / 2);
  }

  @Test
  void waveHasTheRatesOfSinSynth() {
    RateStage wave = RateStage.wave(5, 20, 150 * SECOND, 600 * SECOND);

    assertThat(List.of(0.0, 37.5, 75.0, 112.5, 150.0))
        .extracting(seconds -> (double) Math.round(wave.perSecondAt(seconds * SECOND) * 1e9) / 1e9)
        .containsExactly(5.0, 12.5, 20.0, 12.5, 5.0);
    assertThat(wave.expected()).isCloseTo(12.5 * 600, within(1e-6));
  }

  @Test
  void waveIsSolvedToTheNanosecondEvenWhereItTouchesZero() {
    RateStage wave = RateStage.wave(0, 10, 10 * SECOND, 30 * SECOND);
    RateCurveSolver walk = new RateCurveSolver(new RateCurve(List.of(wave), false));

    for (double expected = 0.25; expected < wave.expected(); expected += 0.25) {
      long nanos = walk.nanosUntil(expected);
      // Near zero the curve is flat, and a double cannot resolve a nanosecond.
      double slack = 1e-9 + 2e-9 * wave.perSecondAt((double) nanos);
      assertThat(wave.expectedIn((double) nanos)).isCloseTo(expected, within(slack));
    }
  }

  private static LongStream arrivals(RateCurve curve, double... expected) {
    RateCurveSolver walk = new RateCurveSolver(curve);
    return Arrays.stream(expected).mapToLong(walk::nanosUntil);
  }
}
