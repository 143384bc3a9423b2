package io.longhaul.load.traffic;

import java.util.concurrent.atomic.AtomicLong;

/** Limits the total size of recorded bytes in memory. Thread-safe. */
final class MemoryBudget {
  private final long maxBytes;
  private final AtomicLong held = new AtomicLong();

  MemoryBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Reserves this many bytes. Returns false if the limit would be exceeded. */
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
