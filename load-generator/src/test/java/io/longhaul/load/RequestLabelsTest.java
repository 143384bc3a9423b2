package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.SliceLabel;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import io.longhaul.wire.LabelDimension;
import io.longhaul.wire.PlanFacts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestLabelsTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void requestHasTheLabelsThatThePlanNames() {
    RunPlan plan =
        plan()
            .rateCurve(RateCurve.ramp(1, 10, 5 * SECOND))
            .durationNanos(60 * SECOND)
            .sliceBy(List.of(SliceLabel.values()))
            .build();
    RequestLabels labels = new RequestLabels(plan, LoadPhase.PROFILING);

    assertThat(labels.ofSession("m2", 3, 7, 5 * SECOND))
        .containsOnly(
            Map.entry("model", "m2"),
            Map.entry("url", "http://b:2"),
            Map.entry("endpoint", "chat"),
            Map.entry("stage", "2"),
            Map.entry("turn", "7"));
    assertThat(labels.ofSession("m1", 2, 0, 0))
        .containsEntry("url", "http://a:1")
        .containsEntry("stage", "1");
  }

  @Test
  void warmUpHasNoStage() {
    RunPlan plan =
        plan()
            .rateCurve(RateCurve.ramp(1, 10, 5 * SECOND))
            .durationNanos(60 * SECOND)
            .warmupRequestCount(3)
            .sliceBy(List.of(SliceLabel.STAGE))
            .build();

    assertThat(new RequestLabels(plan, LoadPhase.WARMUP).ofSession("m1", 0, 0, 0)).isEmpty();
  }

  @Test
  void requestsHaveNoLabelsByDefault() {
    RunPlan plan = plan().build();

    assertThat(new RequestLabels(plan, LoadPhase.PROFILING).ofSession("m1", 0, 0, 0))
        .isSameAs(Map.of());
    assertThat(WirePlan.of(plan, null).getLabelDimensions()).isEmpty();
  }

  @Test
  void laneContainsTheFirstValuesOfEachDimension() {
    RunPlanBuilder many = plan();
    for (int i = 3; i <= 40; i++) {
      many.model("m" + i);
    }
    RunPlan plan = many.model("m1").sliceBy(List.of(SliceLabel.URL, SliceLabel.MODEL)).build();

    PlanFacts recorded = WirePlan.of(plan, null);
    assertThat(recorded.getLabelDimensions().get(0))
        .isEqualTo(new LabelDimension("url", List.of("http://a:1", "http://b:2")));
    assertThat(recorded.getLabelDimensions().get(1).getValues())
        .hasSize(SliceLabel.MOST_VALUES)
        .startsWith("m1", "m2", "m3")
        .doesNotHaveDuplicates();
  }

  @Test
  void laneContainsStageDurationsIfSlicesAreSplitByStage() {
    RunPlanBuilder ramp = plan().rateCurve(RateCurve.ramp(1, 10, 5 * SECOND));
    ramp.durationNanos(60 * SECOND);
    assertThat(WirePlan.of(ramp.build(), null).getStageDurationsNs()).isEmpty();

    PlanFacts recorded = WirePlan.of(ramp.sliceBy(List.of(SliceLabel.STAGE)).build(), null);
    assertThat(recorded.getStageDurationsNs()).containsExactly(5 * SECOND, RateStage.WITHOUT_END);
    assertThat(recorded.getStagesRepeat()).isFalse();
  }

  private static RunPlanBuilder plan() {
    return RunPlanBuilder.plan("run-1").url("http://a:1").url("http://b:2").model("m1").model("m2");
  }
}
