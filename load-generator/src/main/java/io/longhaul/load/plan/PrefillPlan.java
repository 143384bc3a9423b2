package io.longhaul.load.plan;

/**
 * How many requests may wait for their first token at once.
 *
 * @param most at least 1, over all generators
 * @param rampNanos in this time these places open one after the other, as those of a concurrency
 *     do; 0 opens all at the start
 */
public record PrefillPlan(int most, long rampNanos) {

  void check(String of, Integer concurrency, Problems problems) {
    problems.requirePositive(of + "prefill concurrency", most, "requests");
    if (concurrency != null && most > concurrency) {
      problems.invalid(of + "prefill concurrency", most, "no more than the concurrency");
    }
    if (rampNanos < 0) {
      problems.invalid(of + "prefill concurrency ramp", rampNanos, "0 ns or more");
    }
  }
}
