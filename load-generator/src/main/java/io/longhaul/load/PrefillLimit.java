package io.longhaul.load;

import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.schema.RequestId;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of requests of a lane that wait for their first token. Each request needs one
 * of these slots, too. In an open loop a request that waits for a slot keeps its planned time and
 * is late; in a closed loop it is planned for the time at which a slot is free. Belongs to the
 * event loop.
 */
final class PrefillLimit {
  /** Null without a limit. */
  private final @Nullable Slots slots;

  private final boolean isOpenLoop;

  /** Requests that wait for their first token; empty without a limit. */
  private final Set<RequestId> waiting = new HashSet<>();

  PrefillLimit(PhasePlan phase, PlanShare share) {
    this.slots =
        phase.prefill() == null
            ? null
            : new Slots(ConcurrencyGate.ofPrefill(phase.prefill(), share));
    this.isOpenLoop = phase.isOpenLoop();
  }

  boolean isLimited() {
    return slots != null;
  }

  void begin(long startNanos) {
    if (slots != null) {
      slots.begin(startNanos);
    }
  }

  /** Returns the planned time of the next request, which is this time without the limit. */
  long scheduledNanos(long scheduledNanos) {
    return isOpenLoop ? scheduledNanos : dueNanos(scheduledNanos);
  }

  /** Returns when the next request may be sent, which is due at this time without the limit. */
  long dueNanos(long dueNanos) {
    return slots == null ? dueNanos : Math.max(dueNanos, slots.freeFromNanos());
  }

  void requestSent(RequestId id) {
    if (slots != null) {
      slots.take();
      waiting.add(id);
    }
  }

  /**
   * Called when a request has received its first token or has ended.
   *
   * @return whether it has freed a slot
   */
  boolean prefillEnded(RequestId id, long atNanos) {
    if (slots == null || !waiting.remove(id)) {
      return false;
    }
    slots.free(atNanos);
    return true;
  }
}
