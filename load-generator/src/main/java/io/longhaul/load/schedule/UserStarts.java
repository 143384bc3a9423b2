package io.longhaul.load.schedule;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * The sessions that the users of one share start, with their times. The jth user in slot p of N has
 * session j * N + p of the phase, whichever share has that slot. It starts with the first turn of
 * the slot that is due after the turns of the previous user, so the next session is known only when
 * the number of turns of the current one is known.
 */
public final class UserStarts {
  private final UserSchedule schedule;
  private final long firstNumber;
  private final long endTurn;
  private final long endSession;
  private final Queue<Start> starts = new PriorityQueue<>(Comparator.comparingLong(Start::turn));

  /**
   * A session that has not started.
   *
   * @param session number among the sessions of the phase
   * @param turn index of its first turn within the phase
   */
  private record Start(long session, long turn) {}

  /** Creates the session starts of a share. */
  public UserStarts(RunPlan plan, LoadPhase phase, PlanShare share, UserSchedule schedule) {
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

  /** Returns whether at least one more session starts. */
  public boolean hasNext() {
    return !starts.isEmpty();
  }

  /** Returns the number of the next session, over all phases. */
  public long session() {
    return firstNumber + starts.element().session();
  }

  /** Returns the index of its first turn within the phase. */
  public long turn() {
    return starts.element().turn();
  }

  /** Returns the maximum number of its turns that are sent. */
  public int maxTurns() {
    long session = starts.element().session();
    return session < schedule.users() ? schedule.firstTurnsOf((int) session) : Integer.MAX_VALUE;
  }

  /** Moves on to the next session, after one with this number of turns has started. */
  public void sessionStarted(int turns) {
    Start start = starts.remove();
    long users = schedule.users();
    add(new Start(start.session() + users, start.turn() + turns * users));
  }

  /** Returns how many turns are due at a time, of sessions that have not started. */
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

  /** Returns whether this turn of the phase is still sent. */
  public boolean isWithinPhase(long turn) {
    return turn < endTurn;
  }
}
