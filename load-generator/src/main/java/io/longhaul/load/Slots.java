package io.longhaul.load;

import io.longhaul.load.schedule.ConcurrencyGate;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Slots of a lane, each of which is taken again as soon as it is free: from when on one is, because
 * it opens or somebody has left it, whichever comes first. Without a ramp all open at the start.
 */
final class Slots {
  private final ConcurrencyGate gate;
  private final Deque<Long> freeSince = new ArrayDeque<>();
  private long startNanos;
  private int opened;

  Slots(ConcurrencyGate gate) {
    this.gate = gate;
  }

  void begin(long atNanos) {
    startNanos = atNanos;
  }

  /** From when on one is free; {@link RequestScheduler#WHEN_A_SLOT_IS_FREE} when one has to become so first. */
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

  /** Whether a slot opens before one that was used is free. */
  private boolean opensNext() {
    return opened < gate.slots()
        && (freeSince.isEmpty() || nextOpeningNanos() < freeSince.getFirst());
  }

  private long nextOpeningNanos() {
    return startNanos + gate.opensAtNanos(opened);
  }
}
