package io.longhaul.benchmarks.peers;

/**
 * A request as a tool has measured it.
 *
 * @param startEpochNanos when it was sent
 */
public record TimedRequest(long startEpochNanos, long timeToFirstTokenNanos) {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  static TimedRequest ofNanos(long startEpochNanos, double timeToFirstTokenMillis) {
    return new TimedRequest(startEpochNanos, Math.round(timeToFirstTokenMillis * NANOS_PER_MILLI));
  }

  static TimedRequest ofSeconds(double startEpochSeconds, double timeToFirstTokenMillis) {
    return ofNanos(Math.round(startEpochSeconds * NANOS_PER_SECOND), timeToFirstTokenMillis);
  }
}
