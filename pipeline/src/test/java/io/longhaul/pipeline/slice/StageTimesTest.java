package io.longhaul.pipeline.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.TokenSource;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StageTimesTest {
  private static final long WITHOUT_END = Long.MAX_VALUE;

  @Test
  void aStageCoversTheTimeBetweenItsNeighbours() {
    StageTimes stages = stages(false, 10, 20, WITHOUT_END);

    assertThat(stages.nanosWithin("stage=1", 0, 100)).isEqualTo(10);
    assertThat(stages.nanosWithin("stage=2", 0, 100)).isEqualTo(20);
    assertThat(stages.nanosWithin("stage=3", 0, 100)).isEqualTo(70);
    assertThat(stages.nanosWithin("stage=2", 15, 25)).isEqualTo(10);
    assertThat(stages.nanosWithin("stage=2", 25, 35)).isEqualTo(5);
    assertThat(stages.nanosWithin("stage=1", 10, 20)).isZero();
  }

  @Test
  void repeatingStagesCoverTheTimeOfAllTheirRepetitions() {
    StageTimes stages = stages(true, 10, 20);

    assertThat(stages.nanosWithin("stage=1", 0, 75)).isEqualTo(30);
    assertThat(stages.nanosWithin("stage=2", 0, 75)).isEqualTo(45);
    assertThat(stages.nanosWithin("stage=2", 55, 65)).isEqualTo(5);
  }

  @Test
  void otherLabelSetsCoverTheWholeTime() {
    assertThat(stages(false, 10).nanosWithin("model=a", 5, 100)).isEqualTo(95);
    assertThat(stages(false, 10).nanosWithin("stage=other", 5, 100)).isEqualTo(95);
    assertThat(stages(false).nanosWithin("stage=1", 5, 100)).isEqualTo(95);
  }

  @Test
  void invalidDurationsAreRejected() {
    assertThatThrownBy(() -> stages(false, 10, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid stage durations: [10, 0] ns (each more than 0)");
    assertThatThrownBy(() -> stages(true, 10, WITHOUT_END))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too long together");
  }

  private static StageTimes stages(boolean repeat, long... durations) {
    return StageTimes.of(
        PlanFacts.newBuilder()
            .setSliceDurationNs(1)
            .setEndpointType("chat")
            .setStreaming(true)
            .setTokenSource(TokenSource.NONE)
            .setStageDurationsNs(LongStream.of(durations).boxed().toList())
            .setStagesRepeat(repeat)
            .build());
  }
}
