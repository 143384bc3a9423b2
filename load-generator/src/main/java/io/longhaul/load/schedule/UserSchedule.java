package io.longhaul.load.schedule;

import io.longhaul.load.plan.load.UserPlan;

/**
 * The turn times of AIPerf's user-centric rate, and the shortened sessions of its first users. Turn
 * k of the phase is due k / rate after the start and belongs to slot k mod users. In each slot
 * users follow one another, each for as many successive turns as its session has. The rate is
 * therefore exact to the turn, for any lengths of sessions.
 *
 * <p>As in AIPerf, the run starts as if it had been running for a long time: the first slot starts
 * with a new session, the others with users who have completed a part of theirs, spread evenly over
 * all parts.
 */
public final class UserSchedule {
  private static final double NANOS_PER_SECOND = 1e9;

  private final UserPlan plan;

  /** Remaining turns of the first user by slot; 0 for the first slot, whose user has all turns. */
  private final int[] firstTurns;

  /**
   * @param meanTurns mean number of turns of sessions
   */
  public UserSchedule(UserPlan plan, double meanTurns) {
    this.plan = plan;
    this.firstTurns = firstTurns(plan.users(), (int) Math.rint(meanTurns));
  }

  private static int[] firstTurns(int users, int turns) {
    int lifetime = Math.max(1, turns - 1);
    boolean isUneven = gcd(users, lifetime) == 1;
    int step = spacing(users);
    int[] remaining = new int[users];
    for (int user = 1; user < users; user++) {
      long age = (long) (users - user) * lifetime;
      long slot = users - (isUneven ? age % users : (long) user * step % users);
      remaining[(int) slot] = (int) (lifetime - age / users);
    }
    return remaining;
  }

  /** Returns the smallest step that reaches every slot. */
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

  /** Returns when this turn of the phase is due, in nanoseconds since its start. */
  public long dueNanos(long turn) {
    return StrictMath.round(turn * (NANOS_PER_SECOND / plan.turnsPerSecond()));
  }

  /** Returns how many turns of the phase are due before this time since its start. */
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

  /** Returns the maximum number of turns of a slot's first user. */
  public int firstTurnsOf(int slot) {
    return slot == 0 ? Integer.MAX_VALUE : firstTurns[slot];
  }

  /** Returns the number of concurrent users. */
  public int users() {
    return plan.users();
  }
}
