package io.longhaul.cli.coordinator;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What the offsets that a job commits show: whether it has read a run's log, and whether it still
 * reads. Time counts only while Kafka answers and there is something to read. For one thread.
 */
final class JobProgress {
  private static final long UNKNOWN = -1;

  private final long patienceNanos;
  private long firstOffset = UNKNOWN;
  private long committed = UNKNOWN;
  private long lastObservationNanos = UNKNOWN;
  private long silentNanos;

  /**
   * Nothing is known yet.
   *
   * @param patience how long the job may commit nothing
   */
  JobProgress(Duration patience) {
    this.patienceNanos = patience.toNanos();
  }

  /**
   * Takes what Kafka answered.
   *
   * @param logEnd offset of the partition's next record
   * @param committedOffset of the job in this partition; empty when it has never committed one
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

  /** Kafka did not answer, which says nothing about the job. */
  void notObserved() {
    lastObservationNanos = UNKNOWN;
  }

  /** Whether the job has committed a record that is younger than the first look. */
  boolean hasReadTheRun() {
    return isOfThisRun(OptionalLong.of(committed));
  }

  /** Whether an offset is behind the end of the log at the first look. */
  boolean isOfThisRun(OptionalLong offset) {
    return firstOffset != UNKNOWN && offset.isPresent() && offset.getAsLong() > firstOffset;
  }

  /** Whether the job has committed nothing for too long. */
  boolean isSilent() {
    return silentNanos >= patienceNanos;
  }
}
