package io.longhaul.load.time;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that only sleeps, and notes by how much each sleep was too long: whatever stopped it,
 * garbage collection, a busy or a suspended machine, stopped the measurement too.
 */
public final class PauseMeter implements AutoCloseable {
  private static final long SLEEP_NANOS = 10_000_000;

  private final RunClock clock;
  private final List<AtomicLong> largest = new CopyOnWriteArrayList<>();
  private final Thread sleeper;
  private volatile boolean closed;

  public PauseMeter(RunClock clock) {
    this.clock = clock;
    this.sleeper = new Thread(this::sleepAndNote, "pause-meter");
    sleeper.setDaemon(true);
    sleeper.start();
  }

  /** A reader of its own: what one has read, another still sees. */
  Reader newReader() {
    AtomicLong mine = new AtomicLong();
    largest.add(mine);
    return new Reader(mine);
  }

  private void sleepAndNote() {
    while (!closed) {
      long before = clock.nowNanos();
      LockSupport.parkNanos(SLEEP_NANOS);
      long lateNanos = clock.nowNanos() - before - SLEEP_NANOS;
      for (AtomicLong reader : largest) {
        reader.accumulateAndGet(lateNanos, Math::max);
      }
    }
  }

  /** Ends the thread; returns when it has ended. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(sleeper);
    boolean interrupted = false;
    while (sleeper.isAlive()) {
      try {
        sleeper.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What one watch sees of the pauses. */
  final class Reader implements AutoCloseable {
    private final AtomicLong mine;

    private Reader(AtomicLong mine) {
      this.mine = mine;
    }

    /** The largest pause since the call before, in nanoseconds. */
    long takeMaxNanos() {
      return mine.getAndSet(0);
    }

    @Override
    public void close() {
      largest.remove(mine);
    }
  }
}
