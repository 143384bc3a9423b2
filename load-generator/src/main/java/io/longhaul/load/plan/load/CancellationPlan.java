package io.longhaul.load.plan.load;

import io.longhaul.load.plan.check.Problems;

/**
 * Requests that the client cancels on purpose, as users do who close a page.
 *
 * @param share of the requests, from 0 to 1
 * @param delayNanos the time between the end of sending a request and closing its connection; 0
 *     closes the connection immediately after sending
 */
public record CancellationPlan(double share, long delayNanos) {

  /** No request is cancelled. */
  public static final CancellationPlan NONE = new CancellationPlan(0, 0);

  void check(String of, Problems problems) {
    problems.requireWithin(of + "cancellation share", share, 0, 1, "from 0 to 1");
    problems.requireNotNegative(of + "cancellation delay", delayNanos, "0 ns or more");
  }
}
