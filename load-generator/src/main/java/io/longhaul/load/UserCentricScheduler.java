package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.UserSchedule;
import io.longhaul.load.schedule.UserStarts;
import java.util.HashMap;
import java.util.Map;

/**
 * Users at a fixed pace: turns are due at the times of the {@link UserSchedule}. One whose user has
 * no answer yet is sent as soon as he has, and keeps its time; those after it do not wait for it,
 * so the rate stays what was asked for.
 *
 * <p>Under a cap a user who finds no room begins late. His further turns keep their times as far as
 * these are not past by then; else his second turn is due at once, and the others, as in AIPerf, in
 * his pace after it.
 */
final class UserCentricScheduler implements RequestScheduler {
  private final UserSchedule schedule;
  private final UserStarts starts;
  private final long firstPlanIndex;
  private final ConcurrencyGate gate;
  private final TurnQueue laterTurns = new TurnQueue();
  private final Map<Session, Visit> underWay = new HashMap<>();
  private long startNanos;

  /** Since when there has been room for one more. */
  private long roomSinceNanos;

  /** A session under way that has turns left. */
  private static final class Visit {
    private final long firstTurn;
    private final int turns;
    private final long lateNanos;
    private int sent = 1;

    /**
     * @param lateNanos what its further turns are later than the schedule has them
     */
    private Visit(long firstTurn, int turns, long lateNanos) {
      this.firstTurn = firstTurn;
      this.turns = turns;
      this.lateNanos = lateNanos;
    }
  }

  UserCentricScheduler(RunPlan plan, LoadPhase phase, PlanShare share, UserSchedule schedule) {
    this.schedule = schedule;
    this.starts = UserStarts.of(plan, phase, share, schedule);
    this.gate = ConcurrencyGate.ofUsers(plan.load().of(phase), share);
    this.firstPlanIndex = plan.load().firstPlanIndexOf(phase);
  }

  @Override
  public void begin(long atNanos) {
    startNanos = atNanos;
    roomSinceNanos = atNanos;
  }

  @Override
  public boolean hasNext() {
    return starts.hasNext() || !underWay.isEmpty();
  }

  @Override
  public long nextScheduledNanos() {
    Session later = nextGoesOn();
    return later == null ? atNanos(starts.turn()) : nextOf(underWay.get(later));
  }

  @Override
  public long nextDueNanos() {
    return Math.min(laterTurns.dueNanos(), nextBeginsNanos());
  }

  private long nextBeginsNanos() {
    long roomFrom = gate.hasRoomFromNanos();
    if (!starts.hasNext() || roomFrom == ConcurrencyGate.NOT_BEFORE_ONE_IS_FREE) {
      return WHEN_A_SLOT_IS_FREE;
    }
    long roomNanos = Math.max(startNanos + roomFrom, roomSinceNanos);
    return Math.max(atNanos(starts.turn()), roomNanos);
  }

  private long atNanos(long turn) {
    return startNanos + schedule.dueNanos(turn);
  }

  private long nextOf(Visit visit) {
    return atNanos(turnAfter(visit)) + visit.lateNanos;
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
      long secondNanos = atNanos(starts.turn() + schedule.users());
      long lateNanos = Math.max(0, nextBeginsNanos() - secondNanos);
      underWay.put(session, new Visit(starts.turn(), session.turns(), lateNanos));
      gate.enter();
      starts.begun(session.turns());
    }
    Visit visit = underWay.get(session);
    if (visit.sent == visit.turns || !starts.isSent(turnAfter(visit))) {
      underWay.remove(session);
    }
  }

  /** With a turn beyond the request count, which is not sent any more, it is over. */
  @Override
  public void goesOn(Session session) {
    Visit visit = underWay.get(session);
    if (visit == null) {
      slotFreed(session.endedNanos());
    } else {
      session.goesOnAt(nextOf(visit));
      laterTurns.add(session);
    }
  }

  @Override
  public void slotFreed(long atNanos) {
    if (gate.hasRoomFromNanos() == ConcurrencyGate.NOT_BEFORE_ONE_IS_FREE) {
      roomSinceNanos = atNanos;
    }
    gate.leave();
  }

  @Override
  public long unsent(long nowNanos) {
    long due = starts.due(nowNanos - startNanos);
    for (Visit visit : underWay.values()) {
      for (int turn = visit.sent; turn < visit.turns; turn++) {
        long ofPhase = visit.firstTurn + (long) turn * schedule.users();
        due += starts.isSent(ofPhase) && atNanos(ofPhase) + visit.lateNanos <= nowNanos ? 1 : 0;
      }
    }
    return due;
  }
}
