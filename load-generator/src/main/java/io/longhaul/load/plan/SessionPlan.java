package io.longhaul.load.plan;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How many turns synthetic sessions have, and how long a user thinks before each but the first.
 * Both are drawn from normal distributions that are cut off below 1.
 *
 * @param turnsMean mean number of turns, at least 1
 * @param turnsStddev its standard deviation, at least 0
 * @param delayMeanMillis mean delay, from the end of the turn before; 0 for none
 * @param delayStddevMillis its standard deviation, at least 0
 * @param delayRatio every delay is multiplied by this
 */
public record SessionPlan(
    @JsonProperty("mean_turns") int turnsMean,
    @JsonProperty("stddev_turns") double turnsStddev,
    @JsonProperty("mean_delay_ms") double delayMeanMillis,
    @JsonProperty("stddev_delay_ms") double delayStddevMillis,
    double delayRatio) {

  /** Every session is over with its first answer. */
  public static final SessionPlan SINGLE_TURNS = new SessionPlan(1, 0, 0, 0, 1);

  /** Whether a session may have a second turn. */
  public boolean hasLaterTurns() {
    return turnsMean > 1 || turnsStddev > 0;
  }

  void check(Problems problems) {
    problems.requirePositive("mean number of turns", turnsMean, "turns");
    requireAtLeastZero("stddev of turns", turnsStddev, problems);
    requireAtLeastZero("mean turn delay", delayMeanMillis, problems);
    requireAtLeastZero("stddev of turn delays", delayStddevMillis, problems);
    requireAtLeastZero("turn delay ratio", delayRatio, problems);
  }

  private static void requireAtLeastZero(String what, double value, Problems problems) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      problems.invalid(what, value, "0 or more");
    }
  }
}
