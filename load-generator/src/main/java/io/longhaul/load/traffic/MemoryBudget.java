package io.longhaul.load.traffic;

import java.util.concurrent.atomic.AtomicLong;

/** How much of what passed is in memory, of what may be. Any thread. */
final class MemoryBudget {
  private final long maxBytes;
  private final AtomicLong held = new AtomicLong();

  MemoryBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes room; false when there is not so much. */
  boolean tryReserve(long bytes) {
    if (held.addAndGet(bytes) <= maxBytes) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  void release(long bytes) {
    held.addAndGet(-bytes);
  }
}
