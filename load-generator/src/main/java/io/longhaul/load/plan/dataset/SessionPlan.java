package io.longhaul.load.plan.dataset;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.longhaul.load.plan.check.Problems;

/**
 * The number of turns of synthetic sessions, and the delay before each turn but the first. The
 * number of turns is drawn from a normal distribution that is truncated below 1.
 *
 * @param turnsMean mean number of turns, 1 or more
 * @param turnsStddev standard deviation of the number of turns, 0 or more
 * @param delayMeanMillis mean delay since the end of the previous turn; 0 for none
 * @param delayStddevMillis standard deviation of the delay, 0 or more
 * @param delayRatio the factor by which each delay is multiplied
 */
public record SessionPlan(
    @JsonProperty("mean_turns") int turnsMean,
    @JsonProperty("stddev_turns") double turnsStddev,
    @JsonProperty("mean_delay_ms") double delayMeanMillis,
    @JsonProperty("stddev_delay_ms") double delayStddevMillis,
    double delayRatio) {

  /** Each session has a single turn. */
  public static final SessionPlan SINGLE_TURNS = new SessionPlan(1, 0, 0, 0, 1);

  /** Returns whether a session may have a second turn. */
  public boolean hasLaterTurns() {
    return turnsMean > 1 || turnsStddev > 0;
  }

  void check(Problems problems) {
    problems.requirePositive("mean number of turns", turnsMean, "turns");
    problems.requireNotNegative("stddev of turns", turnsStddev, "0 or more");
    problems.requireNotNegative("mean turn delay", delayMeanMillis, "0 or more");
    problems.requireNotNegative("stddev of turn delays", delayStddevMillis, "0 or more");
    problems.requireNotNegative("turn delay ratio", delayRatio, "0 or more");
  }
}
