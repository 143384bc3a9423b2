package io.longhaul.load;

import io.longhaul.load.schedule.ConcurrencyGate;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The slots of a closed loop in one lane. A slot is free once the ramp has opened it or its last
 * request has ended. Without a ramp all slots open at the start.
 */
final class Slots {
  private final ConcurrencyGate gate;
  private final Deque<Long> freeSince = new ArrayDeque<>();
  private long startNanos;
  private long notBeforeNanos = Long.MIN_VALUE;
  private int opened;

  Slots(ConcurrencyGate gate) {
    this.gate = gate;
  }

  void begin(long atNanos) {
    startNanos = atNanos;
  }

  /** Opens no slot before this time. */
  void notBefore(long atNanos) {
    notBeforeNanos = atNanos;
  }

  /**
   * Returns the time from which a slot is free; {@link RequestScheduler#WHEN_A_SLOT_IS_FREE} if all
   * open slots are in use and no other opens.
   */
  long freeFromNanos() {
    if (opensNext()) {
      return nextOpeningNanos();
    }
    return freeSince.isEmpty() ? RequestScheduler.WHEN_A_SLOT_IS_FREE : freeSince.getFirst();
  }

  void take() {
    if (opensNext()) {
      opened++;
    } else {
      freeSince.removeFirst();
    }
  }

  void free(long atNanos) {
    freeSince.addLast(atNanos);
  }

  int taken() {
    return opened - freeSince.size();
  }

  /**
   * Returns whether the next free slot is one that the ramp opens, rather than one that was used
   * before.
   */
  private boolean opensNext() {
    return opened < gate.slots()
        && (freeSince.isEmpty() || nextOpeningNanos() < freeSince.getFirst());
  }

  private long nextOpeningNanos() {
    return Math.max(notBeforeNanos, startNanos + gate.opensAtNanos(opened));
  }
}
