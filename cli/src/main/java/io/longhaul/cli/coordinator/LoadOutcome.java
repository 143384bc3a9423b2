package io.longhaul.cli.coordinator;

import java.util.List;

/**
 * How and why the load of a run ended.
 *
 * @param stopReason one of the constants of this class
 * @param stopCondition the stop condition that was met, as a sentence; empty if none was met
 * @param losses a sentence for each lost process or lane; empty if nothing was lost
 */
public record LoadOutcome(
    long runStartEpochNanos,
    long loadEndedEpochNanos,
    String stopReason,
    String stopCondition,
    List<String> losses) {

  public static final String COMPLETED = "completed";
  public static final String INTERRUPTED = "interrupted";
  public static final String MAX_DURATION = "longest_duration";
  public static final String GENERATORS_LOST = "generators_lost";
  public static final String FAILED_REQUESTS = "failed_requests";
  public static final String CONSECUTIVE_FAILURES = "consecutive_failures";
  public static final String FAILED = "failed";
  public static final String FREE_DISK = "free_disk";
  public static final String NO_ANSWER = "no_answer";

  public LoadOutcome {
    losses = List.copyOf(losses);
  }

  /** Returns whether the run ended before its load started. */
  public boolean endedBeforeStart() {
    return runStartEpochNanos == loadEndedEpochNanos;
  }
}
