package io.longhaul.load;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.record.SharePosition;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.UserSchedule;
import io.longhaul.load.schedule.UserStarts;
import java.util.HashMap;
import java.util.Map;

/**
 * Schedules AIPerf's user-centric rate: turns are due at the times of the {@link UserSchedule}. A
 * turn whose predecessor has no response yet is sent as soon as the response is complete, and keeps
 * its planned time. Turns of other users do not wait for it, so the rate stays as configured.
 *
 * <p>If a concurrency limit delays the start of a session, its further turns keep their times if
 * its second turn is not overdue by then. Otherwise the second turn is due immediately, and the
 * further ones follow at the user's interval, as in AIPerf.
 */
final class UserCentricScheduler extends RequestScheduler {
  private final UserSchedule schedule;
  private final UserStarts starts;
  private final long firstPlanIndex;
  private final ConcurrencyGate gate;
  private final Map<Session, SessionProgress> active = new HashMap<>();
  private long startNanos;

  /** Time since which a slot has been free. */
  private long slotFreeSinceNanos;

  /** A started session that has turns left. */
  private static final class SessionProgress {
    private final long firstTurn;
    private final int turns;
    private final long delayNanos;
    private int sent = 1;

    /**
     * @param delayNanos by how much its further turns are later than in the schedule
     */
    private SessionProgress(long firstTurn, int turns, long delayNanos) {
      this.firstTurn = firstTurn;
      this.turns = turns;
      this.delayNanos = delayNanos;
    }
  }

  UserCentricScheduler(RunPlan plan, LoadPhase phase, PlanShare share, UserSchedule schedule) {
    this.schedule = schedule;
    this.starts = new UserStarts(plan, phase, share, schedule);
    this.gate = ConcurrencyGate.ofUsers(plan.load().of(phase), share);
    this.firstPlanIndex = plan.load().firstPlanIndexOf(phase);
  }

  @Override
  void skip(SharePosition used) {
    throw new UnsupportedOperationException("users cannot be continued");
  }

  @Override
  long skipBefore(long offsetNanos) {
    throw new UnsupportedOperationException("users cannot be continued");
  }

  @Override
  SharePosition skipped() {
    return SharePosition.START;
  }

  @Override
  void begin(long atNanos) {
    startNanos = atNanos;
    slotFreeSinceNanos = atNanos;
  }

  @Override
  boolean hasNext() {
    return starts.hasNext() || !active.isEmpty();
  }

  @Override
  long nextScheduledNanos() {
    Session continued = sessionToContinue();
    return continued == null ? atNanos(starts.turn()) : nextOf(progressOf(continued));
  }

  @Override
  long nextSessionNanos() {
    long slotFrom = gate.nextSlotNanos();
    if (!starts.hasNext() || slotFrom == ConcurrencyGate.NO_FREE_SLOT) {
      return WHEN_A_SLOT_IS_FREE;
    }
    long slotNanos = Math.max(startNanos + slotFrom, slotFreeSinceNanos);
    return Math.max(atNanos(starts.turn()), slotNanos);
  }

  private SessionProgress progressOf(Session session) {
    return requireNonNull(active.get(session));
  }

  private long atNanos(long turn) {
    return startNanos + schedule.dueNanos(turn);
  }

  private long nextOf(SessionProgress progress) {
    return atNanos(turnAfter(progress)) + progress.delayNanos;
  }

  @Override
  long nextPlanIndex() {
    return firstPlanIndex + nextTurn();
  }

  /** Returns the index of the next turn within the phase. */
  private long nextTurn() {
    Session continued = sessionToContinue();
    return continued == null ? starts.turn() : turnAfter(progressOf(continued));
  }

  private long turnAfter(SessionProgress progress) {
    return progress.firstTurn + (long) progress.sent * schedule.users();
  }

  @Override
  boolean hasNextSession() {
    return starts.hasNext();
  }

  @Override
  long nextSessionNumber() {
    return starts.session();
  }

  @Override
  int maxTurns() {
    return starts.maxTurns();
  }

  @Override
  void requestSent(Session session) {
    if (sessionToContinue() != null) {
      readyTurns.remove();
      progressOf(session).sent++;
    } else {
      long secondNanos = atNanos(starts.turn() + schedule.users());
      long delayNanos = Math.max(0, nextSessionNanos() - secondNanos);
      active.put(session, new SessionProgress(starts.turn(), session.turns(), delayNanos));
      gate.enter();
      starts.sessionStarted(session.turns());
    }
    SessionProgress progress = progressOf(session);
    if (progress.sent == progress.turns || !starts.isWithinPhase(turnAfter(progress))) {
      active.remove(session);
    }
  }

  /** Queues the turn, or ends the session if the turn lies beyond the request count. */
  @Override
  void turnReady(Session session) {
    SessionProgress progress = active.get(session);
    if (progress == null) {
      sessionEnded(session.endedNanos());
    } else {
      session.scheduleNextTurn(nextOf(progress));
      readyTurns.add(session);
    }
  }

  @Override
  void sessionEnded(long atNanos) {
    if (gate.nextSlotNanos() == ConcurrencyGate.NO_FREE_SLOT) {
      slotFreeSinceNanos = atNanos;
    }
    gate.leave();
  }

  @Override
  long unsent(long nowNanos) {
    long due = starts.overdueTurns(nowNanos - startNanos);
    for (SessionProgress progress : active.values()) {
      for (int turn = progress.sent; turn < progress.turns; turn++) {
        long turnOfPhase = progress.firstTurn + (long) turn * schedule.users();
        due +=
            starts.isWithinPhase(turnOfPhase)
                    && atNanos(turnOfPhase) + progress.delayNanos <= nowNanos
                ? 1
                : 0;
      }
    }
    return due;
  }
}
