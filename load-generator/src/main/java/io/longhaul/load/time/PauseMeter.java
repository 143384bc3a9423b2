package io.longhaul.load.time;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures pauses of the process: a thread that only sleeps records by how much each sleep was too
 * long. Whatever stopped this thread, such as garbage collection or a busy or suspended machine,
 * stopped the measurement, too.
 */
public final class PauseMeter implements AutoCloseable {
  private static final long SLEEP_NANOS = 10_000_000;

  private final RunClock clock;
  private final List<AtomicLong> readers = new CopyOnWriteArrayList<>();
  private final Thread sleeper;
  private volatile boolean closed;

  public PauseMeter(RunClock clock) {
    this.clock = clock;
    this.sleeper = Threads.startDaemon("pause-meter", this::sleepAndNote);
  }

  /** Returns an independent reader. */
  Reader newReader() {
    AtomicLong maxLateNanos = new AtomicLong();
    readers.add(maxLateNanos);
    return new Reader(maxLateNanos);
  }

  private void sleepAndNote() {
    while (!closed) {
      long before = clock.nowNanos();
      LockSupport.parkNanos(SLEEP_NANOS);
      long lateNanos = clock.nowNanos() - before - SLEEP_NANOS;
      for (AtomicLong reader : readers) {
        reader.accumulateAndGet(lateNanos, Math::max);
      }
    }
  }

  /** Stops the thread; returns when it has ended. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(sleeper);
    Threads.join(sleeper);
  }

  /** The pauses as one reader sees them. */
  final class Reader implements AutoCloseable {
    private final AtomicLong maxLateNanos;

    private Reader(AtomicLong maxLateNanos) {
      this.maxLateNanos = maxLateNanos;
    }

    /** Returns the longest pause since the previous call, in nanoseconds. */
    long takeMaxNanos() {
      return maxLateNanos.getAndSet(0);
    }

    @Override
    public void close() {
      readers.remove(maxLateNanos);
    }
  }
}
