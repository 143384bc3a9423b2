package io.longhaul.cli.coordinator;

import java.util.List;

/**
 * How the load of a run ended.
 *
 * @param stopReason completed, interrupted, or another of these words
 * @param stopCondition the stop condition that came true, in a sentence; empty when none did
 * @param losses what was lost with which process, in words; empty when nothing was
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

  /** Whether it ended before any load was there to measure. */
  public boolean endedBeforeStart() {
    return runStartEpochNanos == loadEndedEpochNanos;
  }
}
