package io.longhaul.control.coordinator;

import io.longhaul.schema.StopReason;
import java.util.List;

/**
 * How and why the load of a run ended.
 *
 * @param stopCondition the stop condition that was met, as a sentence; empty if none was met
 * @param losses a sentence for each lost process or lane; empty if nothing was lost
 */
public record LoadOutcome(
    long runStartEpochNanos,
    long loadEndedEpochNanos,
    StopReason stopReason,
    String stopCondition,
    List<String> losses) {

  public LoadOutcome {
    losses = List.copyOf(losses);
  }

  /** Returns whether the run ended before its load started. */
  public boolean endedBeforeStart() {
    return runStartEpochNanos == loadEndedEpochNanos;
  }
}
