package io.longhaul.load;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.SliceLabel;
import io.longhaul.load.plan.load.ArrivalPlan;
import io.longhaul.load.plan.load.LoadPhase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Labels the requests of a phase with the values by which slices are split. Immutable; any thread.
 */
public final class RequestLabels {
  private final RunPlan plan;
  private final List<SliceLabel> labels;

  /**
   * Null if there are no rates, and in the warm-up, because stages are those of the profiling
   * phase.
   */
  private final @Nullable ArrivalPlan arrivals;

  public RequestLabels(RunPlan plan, LoadPhase phase) {
    this.plan = plan;
    this.labels = plan.measurement().sliceBy();
    this.arrivals = phase == LoadPhase.PROFILING ? plan.load().profiling().arrivals() : null;
  }

  /**
   * Returns the labels of a turn by their names.
   *
   * @param session number of the session, which determines the server's URL
   * @param scheduledOffsetNanos planned time of the turn since the start of its phase
   */
  Map<String, String> ofSession(String model, long session, int turn, long scheduledOffsetNanos) {
    return of(model, plan.target().urlIndexFor(session), turn, scheduledOffsetNanos);
  }

  /**
   * Returns the labels of a turn by their names.
   *
   * @param urlIndex index of the server's URL in the plan
   * @param scheduledOffsetNanos planned time of the turn since the start of its phase
   */
  public Map<String, String> of(String model, int urlIndex, int turn, long scheduledOffsetNanos) {
    if (labels.isEmpty()) {
      return Map.of();
    }
    Map<String, String> values = new HashMap<>();
    for (SliceLabel label : labels) {
      switch (label) {
        case MODEL -> values.put(label.word(), model);
        case URL -> values.put(label.word(), plan.target().urls().get(urlIndex));
        case ENDPOINT -> values.put(label.word(), plan.request().endpointType().typedName());
        case TURN -> values.put(label.word(), Integer.toString(turn));
        case STAGE -> putStage(values, scheduledOffsetNanos);
      }
    }
    return values;
  }

  private void putStage(Map<String, String> values, long offsetNanos) {
    if (arrivals != null) {
      int stage = arrivals.rate().stageAt(offsetNanos);
      values.put(SliceLabel.STAGE.word(), Integer.toString(1 + stage));
    }
  }
}
