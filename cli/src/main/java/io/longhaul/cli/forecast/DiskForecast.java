package io.longhaul.cli.forecast;

import io.longhaul.pipeline.JobConfiguration;
import java.time.Duration;
import java.util.Optional;

/**
 * Estimated upper bound of the disk space that a run uses, from measurements of fast and slow runs
 * with streamed responses of 64 to 256 chunks. Stored requests and responses are not included.
 *
 * @param kafkaBytes size of the retained Kafka log
 * @param resultBytes size of the lake and the documents
 */
record DiskForecast(long kafkaBytes, long resultBytes) {
  /**
   * A record is deleted after its time only when the oldest of five retained checkpoints contains
   * it, ten minutes apart in long runs, and deletion itself starts every ten minutes.
   */
  private static final Duration DELETION_DELAY = Duration.ofHours(1);

  /** Kafka deletes whole segments of 64 MiB, in up to five partitions. */
  private static final double KAFKA_UNDELETED = 5L * (64 << 20);

  private static final double KAFKA_PER_SECOND = 1_600;
  private static final double KAFKA_PER_REQUEST = 600;
  private static final double KAFKA_PER_CHUNK = 8;

  /** Each checkpoint completes a file of each dataset, whose footer describes all columns. */
  private static final double LAKE_PER_CHECKPOINT = 75_000;

  /** Slices, samples and the ledger. */
  private static final double LAKE_PER_SECOND = 1_500;

  private static final double LAKE_PER_REQUEST = 250;
  private static final double LAKE_PER_CHUNK = 5;
  private static final double LINE_PER_REQUEST = 2_400;
  private static final double LINE_PER_CHUNK = 9;

  /**
   * Computes the forecast of a run.
   *
   * @param chunks mean number of chunks per response
   * @param seconds duration of the run
   * @param lines whether a JSON line is written for each request
   * @param keepLog how long records of the log are kept; empty for ever
   */
  static DiskForecast of(
      double requests, double chunks, double seconds, boolean lines, Optional<Duration> keepLog) {
    double kafka =
        seconds * KAFKA_PER_SECOND + requests * (KAFKA_PER_REQUEST + chunks * KAFKA_PER_CHUNK);
    Duration duration = Duration.ofMillis(Math.round(1_000 * seconds));
    double lake =
        JobConfiguration.checkpoints(duration) * LAKE_PER_CHECKPOINT
            + seconds * LAKE_PER_SECOND
            + requests * (LAKE_PER_REQUEST + chunks * LAKE_PER_CHUNK);
    double line = lines ? requests * (LINE_PER_REQUEST + chunks * LINE_PER_CHUNK) : 0;
    return new DiskForecast(Math.round(kept(kafka, seconds, keepLog)), Math.round(lake + line));
  }

  /** Returns the largest size of the log if old records are deleted during the run. */
  private static double kept(double wholeLog, double seconds, Optional<Duration> keepLog) {
    if (keepLog.isEmpty() || seconds <= 0) {
      return wholeLog;
    }
    long keptSeconds = keepLog.get().plus(DELETION_DELAY).toSeconds();
    return Math.min(wholeLog, wholeLog * keptSeconds / seconds + KAFKA_UNDELETED);
  }

  long bytes() {
    return kafkaBytes + resultBytes;
  }
}
