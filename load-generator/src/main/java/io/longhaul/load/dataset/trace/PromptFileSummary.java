package io.longhaul.load.dataset.trace;

import java.util.Optional;

/**
 * Totals of a prompt file that is sent completely.
 *
 * @param sessions number of sessions, including single-turn ones
 * @param requests total number of turns
 * @param longDelays number of turns with a delay of more than a minute after the previous response
 * @param longestDelayNanos longest of these delays
 * @param firstStreams whether the first request asks for a stream; empty if its body does not
 *     specify it
 */
public record PromptFileSummary(
    long sessions,
    long requests,
    long longDelays,
    long longestDelayNanos,
    Optional<Boolean> firstStreams) {

  /** The totals of an empty file. */
  public static final PromptFileSummary NONE = new PromptFileSummary(0, 0, 0, 0, Optional.empty());

  private static final long LONG_DELAY_NANOS = 60_000_000_000L;

  /** Returns the mean number of turns per session. */
  public double meanTurns() {
    return (double) requests / sessions;
  }

  /** Returns these totals plus one session with a single turn. */
  public PromptFileSummary withSession() {
    return new PromptFileSummary(
        sessions + 1, requests + 1, longDelays, longestDelayNanos, firstStreams);
  }

  /**
   * Returns these totals plus one turn of an existing session.
   *
   * @param delayNanos delay after the previous response
   */
  public PromptFileSummary withLaterTurn(long delayNanos) {
    boolean isLong = delayNanos > LONG_DELAY_NANOS;
    return new PromptFileSummary(
        sessions,
        requests + 1,
        longDelays + (isLong ? 1 : 0),
        isLong ? Math.max(longestDelayNanos, delayNanos) : longestDelayNanos,
        firstStreams);
  }

  /** Returns these totals with the property of the first body. */
  public PromptFileSummary withFirstBody(Optional<Boolean> streams) {
    return new PromptFileSummary(sessions, requests, longDelays, longestDelayNanos, streams);
  }
}
