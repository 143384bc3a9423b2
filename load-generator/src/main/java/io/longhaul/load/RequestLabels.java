package io.longhaul.load;

import io.longhaul.load.plan.ArrivalPlan;
import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.SliceLabel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What slices tell the requests of a phase apart by. Immutable, any thread. */
final class RequestLabels {
  private final RunPlan plan;
  private final List<SliceLabel> labels;

  /** Null where there are no rates; stages are those of the load that is measured. */
  private final ArrivalPlan arrivals;

  private RequestLabels(RunPlan plan, ArrivalPlan arrivals) {
    this.plan = plan;
    this.labels = plan.measurement().sliceBy();
    this.arrivals = arrivals;
  }

  static RequestLabels of(RunPlan plan, LoadPhase phase) {
    boolean measured = phase == LoadPhase.PROFILING;
    return new RequestLabels(plan, measured ? plan.load().profiling().arrivals() : null);
  }

  /**
   * The labels of a session's turn by their words.
   *
   * @param session its number
   * @param scheduledOffsetNanos when the plan wants it sent, since the start of its phase
   */
  Map<String, String> of(String model, long session, int turn, long scheduledOffsetNanos) {
    if (labels.isEmpty()) {
      return Map.of();
    }
    Map<String, String> values = new HashMap<>();
    for (SliceLabel label : labels) {
      switch (label) {
        case MODEL -> values.put(label.word(), model);
        case URL -> values.put(label.word(), url(session));
        case ENDPOINT -> values.put(label.word(), plan.request().endpointType().typedName());
        case TURN -> values.put(label.word(), Integer.toString(turn));
        case STAGE -> putStage(values, scheduledOffsetNanos);
      }
    }
    return values;
  }

  private String url(long session) {
    return plan.target().urls().get(plan.target().urlIndexFor(session));
  }

  private void putStage(Map<String, String> values, long offsetNanos) {
    if (arrivals != null) {
      int stage = arrivals.rate().stageAt(offsetNanos);
      values.put(SliceLabel.STAGE.word(), Integer.toString(1 + stage));
    }
  }
}
