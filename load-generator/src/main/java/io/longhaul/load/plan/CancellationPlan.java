package io.longhaul.load.plan;

/**
 * Requests that the client gives up on purpose, as people do who close a page.
 *
 * @param share of the requests, from 0 to 1
 * @param delayNanos how long after a request was fully sent its connection is closed; with 0 it is
 *     sent and then abandoned at once
 */
public record CancellationPlan(double share, long delayNanos) {

  /** Nothing is cancelled on purpose. */
  public static final CancellationPlan NONE = new CancellationPlan(0, 0);

  void check(String of, Problems problems) {
    if (!(share >= 0 && share <= 1)) {
      problems.invalid(of + "cancellation share", share, "from 0 to 1");
    }
    if (delayNanos < 0) {
      problems.invalid(of + "cancellation delay", delayNanos, "0 ns or more");
    }
  }
}
