package io.longhaul.load.plan.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RateCurveTest {
  private static final long SECOND = 1_000_000_000;

  private static final List<RateStage> MORNING_AND_NOON =
      List.of(RateStage.level(5, 10 * SECOND), RateStage.level(50, 2 * SECOND));

  @Test
  void aStageEndsWhenTheNextOneStarts() {
    RateCurve once = new RateCurve(MORNING_AND_NOON, false);

    assertThat(once.stageAt(0)).isEqualTo(0);
    assertThat(once.stageAt(10 * SECOND - 1)).isEqualTo(0);
    assertThat(once.stageAt(10 * SECOND)).isEqualTo(1);
    assertThat(once.stageAt(99 * SECOND)).as("the last one").isEqualTo(1);
  }

  @Test
  void repeatedStagesStartAgainAfterTheLast() {
    RateCurve daily = new RateCurve(MORNING_AND_NOON, true);

    assertThat(daily.stageAt(12 * SECOND)).isEqualTo(0);
    assertThat(daily.stageAt(12_000 * SECOND + 11 * SECOND)).isEqualTo(1);
  }

  @Test
  void aStageWithoutAnEndIsTheLast() {
    RateCurve ramp = RateCurve.ramp(0, 10, 3 * SECOND);

    assertThat(ramp.stageAt(3 * SECOND)).isEqualTo(1);
    assertThat(ramp.stageAt(Long.MAX_VALUE)).isEqualTo(1);
  }
}
