package io.longhaul.load.publish;

import io.longhaul.load.publish.QueuedLanePublisher.PendingRecord;
import io.longhaul.load.time.Threads;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The accepted records that are neither in a spool nor settled, with a limit in bytes. They wait in
 * order for the one publishing thread.
 */
final class RecordQueue {
  private final LinkedBlockingQueue<PendingRecord> accepted = new LinkedBlockingQueue<>();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong unsettled = new AtomicLong();
  private final long maxBytes;
  private boolean closed;

  RecordQueue(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Adds a record, unless it exceeds the limit or the queue is closed. Any thread. */
  synchronized boolean offer(PendingRecord record) {
    if (closed) {
      return false;
    }
    int size = record.sizeBytes();
    if (bytes.addAndGet(size) > maxBytes) {
      bytes.addAndGet(-size);
      return false;
    }
    unsettled.incrementAndGet();
    return accepted.offer(record);
  }

  /** Rejects every later record. Those that were accepted can still be taken. */
  synchronized void close() {
    closed = true;
  }

  /** Returns the next record, or null after the timeout. For the publishing thread. */
  @Nullable PendingRecord next(Duration timeout) throws InterruptedException {
    return accepted.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Returns the next record, or null if there is none now. For the publishing thread. */
  @Nullable PendingRecord poll() {
    return accepted.poll();
  }

  /** Counts a record whose bytes no longer need memory here. */
  void released(PendingRecord record) {
    bytes.addAndGet(-record.sizeBytes());
  }

  void settled() {
    unsettled.decrementAndGet();
  }

  /** Returns the number of accepted records that are not settled. */
  long unsettled() {
    return unsettled.get();
  }

  /** Returns the number of records that wait for the publishing thread. */
  int size() {
    return accepted.size();
  }

  /** Returns the share of the limit that is in use. */
  double fill() {
    return (double) bytes.get() / maxBytes;
  }

  boolean awaitAllSettled(Duration timeout) {
    return Threads.await(() -> unsettled.get() == 0, timeout);
  }
}
