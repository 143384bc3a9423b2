package io.longhaul.load.dataset;

import java.util.Optional;

/**
 * How much there is in a file of prompts that is sent whole.
 *
 * @param sessions a single turn is one, too
 * @param requests all of their turns
 * @param longDelays how many turns wait for more than a minute after the answer before them
 * @param longestDelayNanos the longest of these waits
 * @param firstStreams whether the first request asks for a stream, as far as its body is in the
 *     file and says it; else empty
 */
public record PromptFileSummary(
    long sessions,
    long requests,
    long longDelays,
    long longestDelayNanos,
    Optional<Boolean> firstStreams) {

  /** Nothing yet. */
  static final PromptFileSummary NONE = new PromptFileSummary(0, 0, 0, 0, Optional.empty());

  private static final long LONG_DELAY_NANOS = 60_000_000_000L;

  /** How many turns sessions have on average. */
  public double meanTurns() {
    return (double) requests / sessions;
  }

  /** The same with one more session, of a single turn. */
  PromptFileSummary withSession() {
    return new PromptFileSummary(
        sessions + 1, requests + 1, longDelays, longestDelayNanos, firstStreams);
  }

  /**
   * The same with one more turn of a session that has some.
   *
   * @param delayNanos how long it waits after the answer before it
   */
  PromptFileSummary withLaterTurn(long delayNanos) {
    boolean isLong = delayNanos > LONG_DELAY_NANOS;
    return new PromptFileSummary(
        sessions,
        requests + 1,
        longDelays + (isLong ? 1 : 0),
        isLong ? Math.max(longestDelayNanos, delayNanos) : longestDelayNanos,
        firstStreams);
  }

  /** The same with what the first body says. */
  PromptFileSummary withFirstBody(Optional<Boolean> streams) {
    return new PromptFileSummary(sessions, requests, longDelays, longestDelayNanos, streams);
  }
}
