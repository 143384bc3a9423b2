package io.longhaul.load.publish;

import io.longhaul.load.publish.QueuedLanePublisher.PendingRecord;
import io.longhaul.load.time.Threads;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The records that are not settled yet, with a limit in bytes. Unsent records wait in order for the
 * one sending thread.
 */
final class RecordQueue {
  private static final double CROWDED = 0.75;

  private final LinkedBlockingQueue<PendingRecord> toSend = new LinkedBlockingQueue<>();
  private final AtomicLong pendingBytes = new AtomicLong();
  private final long maxPendingBytes;

  RecordQueue(long maxPendingBytes) {
    this.maxPendingBytes = maxPendingBytes;
  }

  /** Adds a record, unless it exceeds the limit. Any thread; never blocks. */
  boolean offer(PendingRecord record) {
    int size = record.sizeBytes();
    if (pendingBytes.addAndGet(size) > maxPendingBytes) {
      pendingBytes.addAndGet(-size);
      return false;
    }
    return toSend.offer(record);
  }

  /** Returns the next record to send, or null after the timeout. For the sending thread. */
  @Nullable PendingRecord next(Duration timeout) throws InterruptedException {
    return toSend.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Removes all unsent records. Only when nothing is sent any more. */
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
    return Threads.await(() -> pendingBytes.get() == 0, timeout);
  }
}
