package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.EntryTimes;

/** Schedules an open loop: a session starts at its arrival, or late if no slot is free. */
abstract class ArrivalScheduler extends RequestScheduler {
  final DueArrivals arrivals;
  final ConcurrencyGate gate;
  long startNanos;

  ArrivalScheduler(RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    this.arrivals = new DueArrivals(plan, phase, share, times);
    this.gate = ConcurrencyGate.of(plan.load().of(phase), share);
  }

  @Override
  final void begin(long atNanos) {
    startNanos = atNanos;
    arrivals.begin(atNanos);
  }

  @Override
  final long nextSessionNanos() {
    long slotFrom = gate.nextSlotNanos();
    return !hasNextSession() || slotFrom == ConcurrencyGate.NO_FREE_SLOT
        ? WHEN_A_SLOT_IS_FREE
        : Math.max(arrivals.nanos(), startNanos + slotFrom);
  }

  @Override
  final void sessionEnded(long atNanos) {
    gate.leave();
  }
}
