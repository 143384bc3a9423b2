package io.longhaul.load.schedule;

import io.longhaul.load.plan.UserPlan;

/**
 * When users ask, and how much the first of them have left to say. Turn k of the phase is due k /
 * rate after the start and belongs to place k mod users; at a place one user follows the other,
 * each for as many turns in a row as his session has. So the rate is kept to the turn, whatever
 * sessions look like.
 *
 * <p>As in AIPerf the run begins as if it had gone on for long: at the first place a session
 * begins, at the others users are found who have had a part of theirs, spread evenly over all
 * parts.
 */
public final class UserSchedule {
  private static final double NANOS_PER_SECOND = 1e9;

  private final UserPlan plan;

  /** By place; 0 for the first, whose user has all turns. */
  private final int[] firstTurns;

  /**
   * @param meanTurns how many turns sessions have on average
   */
  public UserSchedule(UserPlan plan, double meanTurns) {
    this.plan = plan;
    this.firstTurns = firstTurns(plan.users(), (int) Math.rint(meanTurns));
  }

  private static int[] firstTurns(int users, int turns) {
    int lifetime = Math.max(1, turns - 1);
    boolean isUneven = gcd(users, lifetime) == 1;
    int step = spacing(users);
    int[] left = new int[users];
    for (int user = 1; user < users; user++) {
      long age = (long) (users - user) * lifetime;
      long slot = users - (isUneven ? age % users : (long) user * step % users);
      left[(int) slot] = (int) (lifetime - age / users);
    }
    return left;
  }

  /** The smallest step that reaches every place. */
  private static int spacing(int users) {
    for (int step = 2; step < users; step++) {
      if (gcd(users, step) == 1) {
        return step;
      }
    }
    return 1;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** When this turn of the phase is due, in nanoseconds since its start. */
  public long dueNanos(long turn) {
    return StrictMath.round(turn * (NANOS_PER_SECOND / plan.turnsPerSecond()));
  }

  /** How many turns of the phase are due before this time since its start. */
  public long turnsBefore(long offsetNanos) {
    long turns = (long) (offsetNanos / NANOS_PER_SECOND * plan.turnsPerSecond());
    while (turns > 0 && dueNanos(turns - 1) >= offsetNanos) {
      turns--;
    }
    while (dueNanos(turns) < offsetNanos) {
      turns++;
    }
    return turns;
  }

  /** How many turns the user has, at most, who is at this place when the phase begins. */
  public int firstTurnsOf(int slot) {
    return slot == 0 ? Integer.MAX_VALUE : firstTurns[slot];
  }

  /** How many users there are at once. */
  public int users() {
    return plan.users();
  }
}
