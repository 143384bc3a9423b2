package io.longhaul.cli.coordinator;

import java.util.List;

/**
 * How the load of a run ended.
 *
 * @param stopReason completed, interrupted, longest duration, or lost
 * @param losses what was lost with which process, in words; empty when nothing was
 */
public record RunEnd(
    long runStartEpochNanos, long loadEndedEpochNanos, String stopReason, List<String> losses) {

  public static final String COMPLETED = "completed";
  public static final String INTERRUPTED = "interrupted";
  public static final String LONGEST_DURATION = "longest_duration";
  public static final String GENERATORS_LOST = "generators_lost";

  public RunEnd {
    losses = List.copyOf(losses);
  }
}
