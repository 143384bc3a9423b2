package io.longhaul.cli.forecast;

/**
 * What is left on the disk, at most about: measured with runs of streamed answers of 64 to 256
 * chunks, fast and slow. Requests and answers that are kept whole come on top.
 *
 * @param kafkaBytes the log of what happened, which the run keeps
 * @param resultBytes the lake and the documents
 */
record DiskForecast(long kafkaBytes, long resultBytes) {
  private static final double KAFKA_PER_SECOND = 1_600;
  private static final double KAFKA_PER_REQUEST = 600;
  private static final double KAFKA_PER_CHUNK = 8;

  /** Each checkpoint finishes a file of each dataset, whose foot tells all its columns. */
  private static final double LAKE_PER_SECOND = 16_000;

  private static final double LAKE_PER_REQUEST = 250;
  private static final double LAKE_PER_CHUNK = 5;
  private static final double LINE_PER_REQUEST = 2_400;
  private static final double LINE_PER_CHUNK = 9;

  /**
   * Of a run.
   *
   * @param chunks of an answer, mean
   * @param seconds that it lasts
   * @param lines whether a line of JSON is written for each request
   */
  static DiskForecast of(double requests, double chunks, double seconds, boolean lines) {
    double kafka =
        seconds * KAFKA_PER_SECOND + requests * (KAFKA_PER_REQUEST + chunks * KAFKA_PER_CHUNK);
    double lake =
        seconds * LAKE_PER_SECOND + requests * (LAKE_PER_REQUEST + chunks * LAKE_PER_CHUNK);
    double line = lines ? requests * (LINE_PER_REQUEST + chunks * LINE_PER_CHUNK) : 0;
    return new DiskForecast(Math.round(kafka), Math.round(lake + line));
  }

  long bytes() {
    return kafkaBytes + resultBytes;
  }
}
