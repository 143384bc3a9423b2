package io.longhaul.benchmarks.fortnight;

import java.util.ArrayList;
import java.util.List;

/**
 * The totals of a run. Tokens and durations are those of requests that ended ok; durations are in
 * nanoseconds and all sums are exact.
 *
 * @param good requests that met the objective
 */
public record RunTotals(
    long requests,
    long ok,
    long httpErrors,
    long timeouts,
    long good,
    long inputTokens,
    long outputTokens,
    long timeToFirstTokenNanos,
    long requestLatencyNanos) {
  /** No requests. */
  public static final RunTotals NONE = new RunTotals(0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** The objective of each run: the request latency of a good request in milliseconds. */
  static final long GOOD_LATENCY_MILLIS = 250;

  static final long GOOD_LATENCY_NANOS = GOOD_LATENCY_MILLIS * 1_000_000;

  /**
   * Returns the sum of both totals.
   *
   * @throws ArithmeticException if a sum does not fit 64 bits
   */
  public RunTotals plus(RunTotals other) {
    return new RunTotals(
        Math.addExact(requests, other.requests),
        Math.addExact(ok, other.ok),
        Math.addExact(httpErrors, other.httpErrors),
        Math.addExact(timeouts, other.timeouts),
        Math.addExact(good, other.good),
        Math.addExact(inputTokens, other.inputTokens),
        Math.addExact(outputTokens, other.outputTokens),
        Math.addExact(timeToFirstTokenNanos, other.timeToFirstTokenNanos),
        Math.addExact(requestLatencyNanos, other.requestLatencyNanos));
  }

  /** Returns these totals with a request that has ended. */
  RunTotals plus(SyntheticRequest request) {
    return plus(
        switch (request.ending()) {
          case OK -> ofOk(request);
          case HTTP_ERROR -> new RunTotals(1, 0, 1, 0, 0, 0, 0, 0, 0);
          case TIMEOUT -> new RunTotals(1, 0, 0, 1, 0, 0, 0, 0, 0);
          default -> throw new IllegalArgumentException("Unknown ending: " + request.ending());
        });
  }

  private static RunTotals ofOk(SyntheticRequest request) {
    long latency = request.endedAtNanos() - request.sentAtNanos();
    return new RunTotals(
        1,
        1,
        0,
        0,
        latency <= GOOD_LATENCY_NANOS ? 1 : 0,
        request.inputTokens(),
        request.outputTokens(),
        request.chunkAtNanos()[0] - request.sentAtNanos(),
        latency);
  }

  /**
   * Compares these totals with others.
   *
   * @param source where the others come from, for the messages
   * @return one sentence for each difference; empty if all are equal
   */
  public List<String> differences(String source, RunTotals other) {
    List<String> found = new ArrayList<>();
    compare(source, "requests", requests, other.requests, found);
    compare(source, "requests ok", ok, other.ok, found);
    compare(source, "HTTP errors", httpErrors, other.httpErrors, found);
    compare(source, "timeouts", timeouts, other.timeouts, found);
    compare(source, "good requests", good, other.good, found);
    compare(source, "input tokens", inputTokens, other.inputTokens, found);
    compare(source, "output tokens", outputTokens, other.outputTokens, found);
    compare(
        source,
        "nanoseconds to first tokens",
        timeToFirstTokenNanos,
        other.timeToFirstTokenNanos,
        found);
    compare(
        source,
        "nanoseconds of request latency",
        requestLatencyNanos,
        other.requestLatencyNanos,
        found);
    return found;
  }

  private static void compare(
      String source, String what, long expected, long actual, List<String> found) {
    if (expected != actual) {
      found.add("%s: %,d %s instead of %,d".formatted(source, actual, what, expected));
    }
  }
}
