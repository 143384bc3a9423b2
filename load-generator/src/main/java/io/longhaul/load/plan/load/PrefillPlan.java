package io.longhaul.load.plan.load;

import io.longhaul.load.plan.check.Nullable;
import io.longhaul.load.plan.check.Problems;

/**
 * The maximum number of requests that wait for their first token.
 *
 * @param most the maximum over all generators, 1 or more
 * @param rampNanos the time in which these slots open one by one, as those of a concurrency do; 0
 *     opens all slots at the start
 */
public record PrefillPlan(int most, long rampNanos) {

  void check(String of, @Nullable Integer concurrency, Problems problems) {
    problems.requirePositive(of + "prefill concurrency", most, "requests");
    if (concurrency != null && most > concurrency) {
      problems.invalid(of + "prefill concurrency", most, "no more than the concurrency");
    }
    problems.requireNotNegative(of + "prefill concurrency ramp", rampNanos, "0 ns or more");
  }
}
