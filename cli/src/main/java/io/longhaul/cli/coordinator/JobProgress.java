package io.longhaul.cli.coordinator;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Derives from a job's committed offsets whether the job has read a run's log and whether it still
 * makes progress. Time counts only while Kafka answers and records are unread. Not thread-safe.
 */
final class JobProgress {
  private static final long UNKNOWN = -1;

  private final long patienceNanos;
  private long firstOffset = UNKNOWN;
  private long committed = UNKNOWN;
  private long lastObservationNanos = UNKNOWN;
  private long silentNanos;

  /**
   * Creates a progress without observations.
   *
   * @param patience maximum time without a new committed offset
   */
  JobProgress(Duration patience) {
    this.patienceNanos = patience.toNanos();
  }

  /**
   * Adds an observation.
   *
   * @param logEnd offset of the partition's next record
   * @param committedOffset the job's committed offset in this partition; empty if there is none
   */
  void observed(long logEnd, OptionalLong committedOffset, long nowNanos) {
    if (firstOffset == UNKNOWN) {
      firstOffset = logEnd;
    }
    long before = committed;
    committed = committedOffset.orElse(UNKNOWN);
    if (committed != before || committed >= logEnd || lastObservationNanos == UNKNOWN) {
      silentNanos = 0;
    } else {
      silentNanos += nowNanos - lastObservationNanos;
    }
    lastObservationNanos = nowNanos;
  }

  /** Records that Kafka did not answer; this time does not count. */
  void notObserved() {
    lastObservationNanos = UNKNOWN;
  }

  /**
   * Returns whether the job has committed a record that was appended after the first observation.
   */
  boolean hasReadTheRun() {
    return isOfThisRun(OptionalLong.of(committed));
  }

  /** Returns whether an offset is greater than the end of the log at the first observation. */
  boolean isOfThisRun(OptionalLong offset) {
    return firstOffset != UNKNOWN && offset.isPresent() && offset.getAsLong() > firstOffset;
  }

  /** Returns whether the job has committed nothing for longer than its patience. */
  boolean isSilent() {
    return silentNanos >= patienceNanos;
  }
}
