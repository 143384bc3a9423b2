package io.longhaul.load.plan.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.longhaul.load.plan.check.Problems;

/**
 * Users who send one turn after the other at a fixed interval. When the session of a user ends,
 * another user follows. All users together send at a constant rate; therefore the interval between
 * two turns of one user is the number of users divided by the rate.
 *
 * @param users number of concurrent users, 1 or more
 * @param turnsPerSecond rate of all users together, more than 0
 */
public record UserPlan(
    @JsonProperty("count") int users, @JsonProperty("turns_per_second") double turnsPerSecond) {

  void check(String of, Problems problems) {
    problems.requirePositive(of + "number of users", users, "users");
    problems.requireMoreThanZero(
        of + "user-centric rate", turnsPerSecond, "more than 0 turns per second");
  }
}
