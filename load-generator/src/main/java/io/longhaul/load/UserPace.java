package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.UserSchedule;
import io.longhaul.load.schedule.UserStarts;
import java.util.HashMap;
import java.util.Map;

/**
 * Users at a fixed pace: turns are due at the times of the {@link UserSchedule}. One whose user has
 * no answer yet is sent as soon as he has, and keeps its time; those after it do not wait for it,
 * so the rate stays what was asked for.
 */
final class UserPace implements Pace {
  private final UserSchedule schedule;
  private final UserStarts starts;
  private final long firstPlanIndex;
  private final LaterTurns laterTurns = new LaterTurns();
  private final Map<Session, Visit> underWay = new HashMap<>();
  private long startNanos;

  /** A session under way that has turns left. */
  private static final class Visit {
    private final long firstTurn;
    private final int turns;
    private int sent = 1;

    private Visit(long firstTurn, int turns) {
      this.firstTurn = firstTurn;
      this.turns = turns;
    }
  }

  UserPace(RunPlan plan, LoadPhase phase, PlanShare share, UserSchedule schedule) {
    this.schedule = schedule;
    this.starts = UserStarts.of(plan, phase, share, schedule);
    this.firstPlanIndex = plan.load().firstPlanIndexOf(phase);
  }

  @Override
  public void begin(long atNanos) {
    startNanos = atNanos;
  }

  @Override
  public boolean hasNext() {
    return starts.hasNext() || !underWay.isEmpty();
  }

  @Override
  public long nextScheduledNanos() {
    return atNanos(nextTurn());
  }

  @Override
  public long nextDueNanos() {
    return Math.min(laterTurns.dueNanos(), nextBeginsNanos());
  }

  private long nextBeginsNanos() {
    return starts.hasNext() ? atNanos(starts.turn()) : WHEN_A_SLOT_IS_FREE;
  }

  private long atNanos(long turn) {
    return startNanos + schedule.dueNanos(turn);
  }

  @Override
  public long nextPlanIndex() {
    return firstPlanIndex + nextTurn();
  }

  /** Which turn of the phase is sent next. */
  private long nextTurn() {
    Session later = nextGoesOn();
    return later == null ? starts.turn() : turnAfter(underWay.get(later));
  }

  private long turnAfter(Visit visit) {
    return visit.firstTurn + (long) visit.sent * schedule.users();
  }

  @Override
  public Session nextGoesOn() {
    return laterTurns.dueNanos() <= nextBeginsNanos() ? laterTurns.first() : null;
  }

  @Override
  public boolean hasNextSession() {
    return starts.hasNext();
  }

  @Override
  public long nextSession() {
    return starts.session();
  }

  @Override
  public int mostTurns() {
    return starts.mostTurns();
  }

  @Override
  public void taken(Session session) {
    if (nextGoesOn() != null) {
      laterTurns.take();
      underWay.get(session).sent++;
    } else {
      underWay.put(session, new Visit(starts.turn(), session.turns()));
      starts.begun(session.turns());
    }
    Visit visit = underWay.get(session);
    if (visit.sent == visit.turns || !starts.isSent(turnAfter(visit))) {
      underWay.remove(session);
    }
  }

  /** A turn beyond the request count is not sent any more. */
  @Override
  public void goesOn(Session session) {
    Visit visit = underWay.get(session);
    if (visit != null) {
      session.goesOnAt(atNanos(turnAfter(visit)));
      laterTurns.add(session);
    }
  }

  /** A place is never waited for. */
  @Override
  public void slotFreed(long atNanos) {}

  @Override
  public long unsent(long nowNanos) {
    long due = starts.due(nowNanos - startNanos);
    for (Visit visit : underWay.values()) {
      for (int turn = visit.sent; turn < visit.turns; turn++) {
        long ofPhase = visit.firstTurn + (long) turn * schedule.users();
        due += starts.isSent(ofPhase) && atNanos(ofPhase) <= nowNanos ? 1 : 0;
      }
    }
    return due;
  }
}
