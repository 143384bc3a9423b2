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
  private final AtomicLong pendingBytes = new AtomicLong();
  private final long maxPendingBytes;

  RecordQueue(long maxPendingBytes) {
    this.maxPendingBytes = maxPendingBytes;
  }

  /** Any thread; never waits. */
  boolean offer(PendingRecord record) {
    int size = record.sizeBytes();
    if (pendingBytes.addAndGet(size) > maxPendingBytes) {
      pendingBytes.addAndGet(-size);
      return false;
    }
    return toSend.offer(record);
  }

  /** The next record to send, or null when none came in time. The sending thread. */
  PendingRecord next(Duration timeout) throws InterruptedException {
    return toSend.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Takes out all that is not sent. Only when nothing is sent any more. */
  void drain(Consumer<PendingRecord> taker) {
    for (PendingRecord record = toSend.poll(); record != null; record = toSend.poll()) {
      taker.accept(record);
    }
  }

  void settled(PendingRecord record) {
    pendingBytes.addAndGet(-record.sizeBytes());
  }

  boolean isCrowded() {
    return pendingBytes.get() > maxPendingBytes * CROWDED;
  }

  boolean awaitAllSettled(Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (pendingBytes.get() > 0) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }
}
