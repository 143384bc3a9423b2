package io.longhaul.load;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.record.SharePosition;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedEntries;

/**
 * Schedules a fixed schedule, such as that of a trace. Sessions start at their recorded times, or
 * late if no slot is free. Later turns are sent at their recorded times, or after their think
 * times. A session's number is the plan index of its arrival; requests are numbered in the order in
 * which they are sent.
 */
final class FixedTimeScheduler extends ArrivalScheduler {
  private final PlannedEntries planIndices;

  FixedTimeScheduler(RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    super(plan, phase, share, times);
    this.planIndices = PlannedEntries.indices(plan, phase, share);
  }

  @Override
  void skip(SharePosition used) {
    skipArrivals(used.sessions());
    skip(used.requests(), used.sessions());
  }

  /** Returns the number of sessions; the number of their turns is not known. */
  @Override
  long skipBefore(long offsetNanos) {
    long sessions = skipArrivalsBefore(offsetNanos);
    skip(sessions, sessions);
    return sessions;
  }

  private void skip(long moreRequests, long moreSessions) {
    planIndices.skip(moreRequests);
    addSkipped(moreRequests, moreSessions);
  }

  @Override
  boolean hasNext() {
    return planIndices.hasNext() && (arrivals.hasNext() || gate.taken() > 0);
  }

  @Override
  long nextScheduledNanos() {
    Session continued = sessionToContinue();
    return continued == null ? arrivalNanos() : continued.dueNanos();
  }

  @Override
  long nextPlanIndex() {
    return planIndices.peek();
  }

  @Override
  boolean hasNextSession() {
    return arrivals.hasNext();
  }

  @Override
  long nextSessionNumber() {
    return arrivals.planIndex();
  }

  @Override
  void requestSent(Session session) {
    if (sessionToContinue() != null) {
      readyTurns.remove();
    } else {
      gate.enter();
      takeArrival();
    }
    planIndices.nextLong();
  }

  @Override
  void turnReady(Session session) {
    Long recordedNanos = session.recordedNanos();
    if (recordedNanos != null) {
      session.scheduleNextTurn(startNanos + recordedNanos);
    }
    readyTurns.add(session);
  }
}
