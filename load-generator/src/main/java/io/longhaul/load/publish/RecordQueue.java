package io.longhaul.load.publish;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * What was offered and is not settled yet, bounded in bytes; those not yet sent wait in order for
 * the one thread that sends them.
 */
final class RecordQueue {
  private static final double CROWDED = 0.75;

  private final LinkedBlockingQueue<PendingRecord> toSend = new LinkedBlockingQueue<>();
  private final AtomicLong heldBytes = new AtomicLong();
  private final long maxHeldBytes;

  RecordQueue(long maxHeldBytes) {
    this.maxHeldBytes = maxHeldBytes;
  }

  /** Any thread; never waits. */
  boolean offer(PendingRecord record) {
    int size = record.sizeBytes();
    if (heldBytes.addAndGet(size) > maxHeldBytes) {
      heldBytes.addAndGet(-size);
      return false;
    }
    return toSend.offer(record);
  }

  /** The next record to send, or null when none came in time. The sending thread. */
  PendingRecord next(Duration atMost) throws InterruptedException {
    return toSend.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Takes out all that is not sent. Only when nothing is sent any more. */
  void drain(Consumer<PendingRecord> taker) {
    for (PendingRecord record = toSend.poll(); record != null; record = toSend.poll()) {
      taker.accept(record);
    }
  }

  void settled(PendingRecord record) {
    heldBytes.addAndGet(-record.sizeBytes());
  }

  boolean isCrowded() {
    return heldBytes.get() > maxHeldBytes * CROWDED;
  }

  boolean awaitAllSettled(Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (heldBytes.get() > 0) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }
}
