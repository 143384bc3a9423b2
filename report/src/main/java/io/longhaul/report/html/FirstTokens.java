package io.longhaul.report.html;

/**
 * The counters of a server's histogram of the time to first token.
 *
 * @param sumSeconds sum of the times
 * @param count number of the times
 */
public record FirstTokens(double sumSeconds, double count) {
  /** Returns the sum of both. */
  public FirstTokens plus(FirstTokens other) {
    return new FirstTokens(sumSeconds + other.sumSeconds, count + other.count);
  }

  FirstTokens minus(FirstTokens other) {
    return new FirstTokens(sumSeconds - other.sumSeconds, count - other.count);
  }
}
