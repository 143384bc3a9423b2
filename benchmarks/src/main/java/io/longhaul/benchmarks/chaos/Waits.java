package io.longhaul.benchmarks.chaos;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for facts. */
final class Waits {
  private static final long POLL_MILLIS = 100;

  private Waits() {}

  /** Waits until a condition holds; returns whether it did in time. */
  static boolean until(Duration timeout, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return true;
  }

  /**
   * Does the same.
   *
   * @param what completes the sentence "Cannot wait for"
   * @throws IllegalStateException if the condition does not hold in time
   */
  static void require(String what, Duration timeout, Callable<Boolean> condition) throws Exception {
    if (!until(timeout, condition)) {
      throw new IllegalStateException(
          "Cannot wait for " + what + ": not within " + timeout.toSeconds() + " s");
    }
  }
}
