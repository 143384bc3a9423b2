package io.longhaul.load.scrape;

import java.util.random.RandomGenerator;

/**
 * Computes the delay after consecutive failures. The delay doubles with each failure up to a
 * maximum, with a random jitter of up to half in both directions, so that many samplers do not
 * retry at the same time. Not thread-safe.
 */
final class Backoff {

  private static final int MAX_DOUBLINGS = 62;

  private final long firstNanos;
  private final long maxNanos;
  private final RandomGenerator random;
  private int failures;

  Backoff(long firstNanos, long maxNanos, RandomGenerator random) {
    this.firstNanos = firstNanos;
    this.maxNanos = maxNanos;
    this.random = random;
  }

  /** Resets the delay. */
  void succeeded() {
    failures = 0;
  }

  /**
   * Returns the delay after one more failure, in nanoseconds: between 0.5 and 1.5 times the nominal
   * delay.
   */
  long failed() {
    double nominal = Math.min(Math.scalb((double) firstNanos, failures), (double) maxNanos);
    failures = Math.min(failures + 1, MAX_DOUBLINGS);
    return (long) (nominal * (0.5 + random.nextDouble()));
  }
}
