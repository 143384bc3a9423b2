package io.longhaul.control.coordinator;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Derives from a job's committed offsets whether the job has read a run's log and whether it still
 * makes progress. Time counts only while Kafka answers and records are unread. Not thread-safe.
 */
final class JobProgress {
  private final long patienceNanos;
  private OptionalLong firstOffset = OptionalLong.empty();
  private OptionalLong committed = OptionalLong.empty();
  private OptionalLong lastObservationNanos = OptionalLong.empty();
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
    if (firstOffset.isEmpty()) {
      firstOffset = OptionalLong.of(logEnd);
    }
    boolean hasMoved = !committedOffset.equals(committed);
    boolean hasReadAll = committedOffset.isPresent() && committedOffset.getAsLong() >= logEnd;
    committed = committedOffset;
    if (hasMoved || hasReadAll || lastObservationNanos.isEmpty()) {
      silentNanos = 0;
    } else {
      silentNanos += nowNanos - lastObservationNanos.getAsLong();
    }
    lastObservationNanos = OptionalLong.of(nowNanos);
  }

  /** Records that Kafka did not answer; this time does not count. */
  void notObserved() {
    lastObservationNanos = OptionalLong.empty();
  }

  /**
   * Returns whether the job has committed a record that was appended after the first observation.
   */
  boolean hasReadTheRun() {
    return isOfThisRun(committed);
  }

  /** Returns whether an offset is greater than the end of the log at the first observation. */
  boolean isOfThisRun(OptionalLong offset) {
    return firstOffset.isPresent()
        && offset.isPresent()
        && offset.getAsLong() > firstOffset.getAsLong();
  }

  /** Returns whether the job has committed nothing for longer than its patience. */
  boolean isSilent() {
    return silentNanos >= patienceNanos;
  }
}
