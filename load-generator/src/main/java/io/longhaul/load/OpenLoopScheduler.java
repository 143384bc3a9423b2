package io.longhaul.load;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.record.SharePosition;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedEntries;

/**
 * Schedules an open loop: requests have planned times, measured from the start and never from each
 * other. A request that is late, because of the event loop or because no slot was free, keeps its
 * planned time.
 *
 * <p>As in AIPerf, the rate is one of turns: an arrival sends the next turn of a session whose
 * think time has passed. Only if there is none, a new session starts.
 */
final class OpenLoopScheduler extends ArrivalScheduler {
  private final PlannedEntries sessions;

  /** Whether each arrival starts a session, which then has the arrival's plan index. */
  private final boolean isSingleTurn;

  OpenLoopScheduler(RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    super(plan, phase, share, times);
    this.sessions = PlannedEntries.sessions(plan, phase, share);
    this.isSingleTurn = !plan.dataset().hasSessions();
  }

  @Override
  void skip(SharePosition used) {
    skipArrivals(used.requests());
    skip(used.requests(), used.sessions());
  }

  /** Sessions of several turns are not bound to an arrival, so none is skipped. */
  @Override
  long skipBefore(long offsetNanos) {
    long requests = skipArrivalsBefore(offsetNanos);
    skip(requests, isSingleTurn ? requests : 0);
    return requests;
  }

  private void skip(long moreRequests, long moreSessions) {
    sessions.skip(moreSessions);
    addSkipped(moreRequests, moreSessions);
  }

  @Override
  boolean hasNext() {
    return arrivals.hasNext() && (sessions.hasNext() || gate.taken() > 0);
  }

  /**
   * Returns the time of the arrival or, if the turn was not due then, the time at which the turn is
   * due.
   */
  @Override
  long nextScheduledNanos() {
    Session continued = sessionToContinue();
    return continued == null ? arrivalNanos() : Math.max(arrivalNanos(), continued.dueNanos());
  }

  @Override
  long nextTurnNanos() {
    return Math.max(arrivalNanos(), super.nextTurnNanos());
  }

  @Override
  long nextPlanIndex() {
    return arrivals.planIndex();
  }

  @Override
  boolean hasNextSession() {
    return sessions.hasNext();
  }

  @Override
  long nextSessionNumber() {
    return sessions.peek();
  }

  @Override
  void requestSent(Session session) {
    if (sessionToContinue() != null) {
      readyTurns.remove();
    } else {
      gate.enter();
      sessions.nextLong();
    }
    takeArrival();
  }
}
