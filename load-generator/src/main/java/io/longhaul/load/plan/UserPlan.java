package io.longhaul.load.plan;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Users who ask one turn after the other at a fixed pace, and are followed by others when their
 * sessions are over. Together they ask at a constant rate; so the gap between two turns of one user
 * is the number of users divided by it.
 *
 * @param users how many there are at once, at least 1
 * @param turnsPerSecond of all of them, more than 0
 */
public record UserPlan(
    @JsonProperty("count") int users, @JsonProperty("turns_per_second") double turnsPerSecond) {

  void check(String of, Problems problems) {
    problems.requirePositive(of + "number of users", users, "users");
    if (!(turnsPerSecond > 0) || Double.isInfinite(turnsPerSecond)) {
      problems.invalid(of + "user-centric rate", turnsPerSecond, "more than 0 turns per second");
    }
  }
}
