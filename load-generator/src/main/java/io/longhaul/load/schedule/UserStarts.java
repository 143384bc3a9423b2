package io.longhaul.load.schedule;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * Which sessions the users of one share begin, and when. The jth user at place p of N has session j
 * * N + p of the phase, whoever carries that place, and begins with the first turn that is due
 * there after those of the user before him: so one has to know how many turns a session has before
 * the next is known.
 */
public final class UserStarts {
  private final UserSchedule schedule;
  private final long firstNumber;
  private final long endTurn;
  private final long endSession;
  private final Queue<Start> starts = new PriorityQueue<>(Comparator.comparingLong(Start::turn));

  /**
   * A session that is going to begin.
   *
   * @param session its number among those of the phase
   * @param turn which turn of the phase its first one is
   */
  private record Start(long session, long turn) {}

  /** The users of a share. */
  public static UserStarts of(
      RunPlan plan, LoadPhase phase, PlanShare share, UserSchedule schedule) {
    return new UserStarts(plan, phase, share, schedule);
  }

  private UserStarts(RunPlan plan, LoadPhase phase, PlanShare share, UserSchedule schedule) {
    this.schedule = schedule;
    this.firstNumber = plan.load().firstPlanIndexOf(phase);
    Long durationNanos = plan.load().of(phase).durationNanos();
    long endByCount = plan.load().endPlanIndexOf(phase) - firstNumber;
    this.endTurn =
        durationNanos == null
            ? endByCount
            : Math.min(endByCount, schedule.turnsBefore(durationNanos));
    this.endSession = plan.load().endSessionOf(phase) - firstNumber;
    for (int slot = 0; slot < share.concurrency().orElseThrow(); slot++) {
      long turnOfPhase = share.slotOfPhase(slot);
      add(new Start(turnOfPhase, turnOfPhase));
    }
  }

  private void add(Start start) {
    if (start.session() < endSession && start.turn() < endTurn) {
      starts.add(start);
    }
  }

  /** Whether one more session begins. */
  public boolean hasNext() {
    return !starts.isEmpty();
  }

  /** The number of the next session, over all phases. */
  public long session() {
    return firstNumber + starts.element().session();
  }

  /** Which turn of the phase its first one is. */
  public long turn() {
    return starts.element().turn();
  }

  /** How many of its turns are sent at most. */
  public int maxTurns() {
    long session = starts.element().session();
    return session < schedule.users() ? schedule.firstTurnsOf((int) session) : Integer.MAX_VALUE;
  }

  /** The next session has begun, and has so many turns; the one after it is the next. */
  public void sessionStarted(int turns) {
    Start start = starts.remove();
    long users = schedule.users();
    add(new Start(start.session() + users, start.turn() + turns * users));
  }

  /** How many turns are due at a time, of sessions that could not begin until then. */
  public long overdueTurns(long offsetNanos) {
    long overdueTurns = 0;
    for (Start start : starts) {
      for (long turn = start.turn();
          turn < endTurn && schedule.dueNanos(turn) <= offsetNanos;
          turn += schedule.users()) {
        overdueTurns++;
      }
    }
    return overdueTurns;
  }

  /** Whether this turn of the phase is still sent. */
  public boolean isWithinPhase(long turn) {
    return turn < endTurn;
  }
}
