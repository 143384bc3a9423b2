package io.longhaul.benchmarks.fortnight;

import java.time.Duration;

/**
 * The shape of a synthetic run.
 *
 * @param runStartEpochNanos a whole second
 * @param days simulated days of 24 h
 * @param requests total number of requests, evenly spread over the run
 * @param sliceSeconds duration of a slice; a multiple of the interval, and a divisor of an hour
 * @param intervalSeconds time between two heartbeats of a lane, and between two samples of a GPU
 * @param seed determines every request
 */
public record RunShape(
    String runId,
    long runStartEpochNanos,
    int days,
    long requests,
    int sliceSeconds,
    int intervalSeconds,
    long seed) {
  public static final int SECONDS_PER_HOUR = 3_600;
  public static final int HOURS_PER_DAY = 24;
  public static final int GENERATORS = 3;
  public static final int GPUS = 2;

  /** One partition for each generator and one for the coordinator. */
  public static final int TIMING_PARTITIONS = GENERATORS + 1;

  static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** A million requests per simulated second would no longer be one fragment each. */
  private static final long MOST_REQUESTS_PER_SECOND = 10_000;

  public RunShape {
    if (days < 1 || days > 100) {
      throw new IllegalArgumentException("Invalid --days: " + days + " (1 to 100)");
    }
    long most = MOST_REQUESTS_PER_SECOND * Duration.ofDays(days).toSeconds();
    if (requests < 1 || requests > most) {
      throw new IllegalArgumentException(
          "Invalid --requests: %d (1 to %d)".formatted(requests, most));
    }
    if (intervalSeconds < 1 || SECONDS_PER_HOUR % intervalSeconds != 0) {
      throw new IllegalArgumentException(
          "Invalid --interval: " + intervalSeconds + " (seconds, a divisor of 3600)");
    }
    if (sliceSeconds < 1
        || SECONDS_PER_HOUR % sliceSeconds != 0
        || sliceSeconds % intervalSeconds != 0) {
      throw new IllegalArgumentException(
          "Invalid --slice-duration: %d (seconds, a divisor of 3600 and a multiple of --interval, %d)"
              .formatted(sliceSeconds, intervalSeconds));
    }
  }

  /** Returns the duration of the run in seconds. */
  public long seconds() {
    return Duration.ofDays(days).toSeconds();
  }

  /** Returns the number of slices of the run. */
  public long slices() {
    return seconds() / sliceSeconds;
  }

  /** Returns the second in which a request is sent, counted from the start of the run. */
  long secondOf(long request) {
    return Math.multiplyExact(request, seconds()) / requests;
  }
}
