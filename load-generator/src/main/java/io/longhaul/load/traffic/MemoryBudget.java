package io.longhaul.load.traffic;

import java.util.concurrent.atomic.AtomicLong;

/** How much of what passed is in memory, of what may be. Any thread. */
final class MemoryBudget {
  private final long most;
  private final AtomicLong held = new AtomicLong();

  MemoryBudget(long most) {
    this.most = most;
  }

  /** Takes room; false when there is not so much. */
  boolean take(long bytes) {
    if (held.addAndGet(bytes) <= most) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  void giveBack(long bytes) {
    held.addAndGet(-bytes);
  }
}
