package io.longhaul.load;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.SliceLabel;
import io.longhaul.load.plan.load.ArrivalPlan;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.wire.LabelDimension;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.SloThreshold;
import io.longhaul.wire.TokenSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts the part of a plan that the pipeline needs to its wire format. */
public final class WirePlan {
  private WirePlan() {}

  /**
   * Returns the plan facts of a run.
   *
   * @param runStartEpochNanos null while it is unknown
   */
  public static PlanFacts of(RunPlan plan, @Nullable Long runStartEpochNanos) {
    return PlanFacts.newBuilder()
        .setRunStartEpochNs(runStartEpochNanos)
        .setSliceDurationNs(plan.measurement().sliceNanos())
        .setSlos(slos(plan.measurement().slos()))
        .setModels(List.copyOf(plan.request().models()))
        .setEndpointType(plan.request().endpointType().typedName())
        .setStreaming(plan.request().streaming())
        .setTokenSource(tokenSource(plan.request()))
        .setFixedSchedule(plan.load().profiling().fixedSchedule())
        .setLabelDimensions(labelDimensions(plan))
        .setStageDurationsNs(
            stages(plan).stream()
                .flatMap(rates -> rates.stages().stream())
                .map(RateStage::durationNanos)
                .toList())
        .setStagesRepeat(stages(plan).map(RateCurve::repeats).orElse(false))
        .build();
  }

  /** Returns the stages by which slices are split. */
  private static Optional<RateCurve> stages(RunPlan plan) {
    return plan.measurement().sliceBy().contains(SliceLabel.STAGE)
        ? Optional.ofNullable(plan.load().profiling().arrivals()).map(ArrivalPlan::rate)
        : Optional.empty();
  }

  private static List<LabelDimension> labelDimensions(RunPlan plan) {
    return plan.measurement().sliceBy().stream()
        .map(label -> new LabelDimension(label.word(), firstValues(label, plan)))
        .toList();
  }

  private static List<String> firstValues(SliceLabel label, RunPlan plan) {
    return label.valuesOf(plan).stream().limit(SliceLabel.MOST_VALUES).toList();
  }

  private static TokenSource tokenSource(RequestPlan request) {
    if (!request.producesTokens()) {
      return TokenSource.NONE;
    }
    return request.useServerTokenCount() ? TokenSource.SERVER_USAGE : TokenSource.CLIENT_TOKENIZER;
  }

  private static List<SloThreshold> slos(String text) {
    return Arrays.stream(text.strip().split("\\s+"))
        .filter(item -> !item.isEmpty())
        .map(WirePlan::slo)
        .toList();
  }

  private static SloThreshold slo(String item) {
    int colon = item.lastIndexOf(':');
    try {
      return new SloThreshold(
          item.substring(0, colon), Double.parseDouble(item.substring(colon + 1)));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "Invalid SLO: " + item + " (a metric's tag, a colon, a number)", e);
    }
  }
}
