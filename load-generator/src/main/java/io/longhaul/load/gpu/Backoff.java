package io.longhaul.load.gpu;

import java.util.random.RandomGenerator;

/**
 * How long to wait after failures in a row: twice as long after each, up to a limit, and spread by
 * half of it to either side, so that many samplers do not come back together. One thread.
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

  /** Forgets the failures. */
  void succeeded() {
    failures = 0;
  }

  /**
   * The wait after one more failure, in nanoseconds: between half and one and a half of its rule.
   */
  long failed() {
    double nominal = Math.min(Math.scalb((double) firstNanos, failures), (double) maxNanos);
    failures = Math.min(failures + 1, MAX_DOUBLINGS);
    return (long) (nominal * (0.5 + random.nextDouble()));
  }
}
