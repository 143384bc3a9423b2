package io.longhaul.cli.forecast;

import io.longhaul.pipeline.JobConfiguration;
import java.time.Duration;

/**
 * Estimated upper bound of the disk space that a run uses, from measurements of fast and slow runs
 * with streamed responses of 64 to 256 chunks. Stored requests and responses are not included.
 *
 * @param kafkaBytes size of the retained Kafka log
 * @param resultBytes size of the lake and the documents
 */
record DiskForecast(long kafkaBytes, long resultBytes) {
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
   */
  static DiskForecast of(double requests, double chunks, double seconds, boolean lines) {
    double kafka =
        seconds * KAFKA_PER_SECOND + requests * (KAFKA_PER_REQUEST + chunks * KAFKA_PER_CHUNK);
    Duration duration = Duration.ofMillis(Math.round(1_000 * seconds));
    double lake =
        JobConfiguration.checkpoints(duration) * LAKE_PER_CHECKPOINT
            + seconds * LAKE_PER_SECOND
            + requests * (LAKE_PER_REQUEST + chunks * LAKE_PER_CHUNK);
    double line = lines ? requests * (LINE_PER_REQUEST + chunks * LINE_PER_CHUNK) : 0;
    return new DiskForecast(Math.round(kafka), Math.round(lake + line));
  }

  long bytes() {
    return kafkaBytes + resultBytes;
  }
}
