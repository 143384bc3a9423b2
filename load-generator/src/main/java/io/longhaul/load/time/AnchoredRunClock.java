package io.longhaul.load.time;

import java.time.Clock;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * The monotonic clock of this process, and its relation to the wall clock. Durations come from
 * {@link #nowNanos} alone; the wall clock is read only for anchors and to measure drift. Any
 * thread.
 */
public final class AnchoredRunClock implements RunClock {
  private static final int READS = 5;

  private final RunClock monotonic;
  private final LongSupplier wallEpochNanos;

  /** Uses the clocks of this machine. */
  public AnchoredRunClock() {
    this(System::nanoTime, AnchoredRunClock::systemEpochNanos);
  }

  /**
   * @param wallEpochNanos wall clock in nanoseconds since the epoch
   */
  public AnchoredRunClock(RunClock monotonic, LongSupplier wallEpochNanos) {
    this.monotonic = monotonic;
    this.wallEpochNanos = wallEpochNanos;
  }

  @Override
  public long nowNanos() {
    return monotonic.nowNanos();
  }

  /**
   * Returns the wall clock time in nanoseconds since the epoch, for people and for other processes.
   */
  public long epochNanos() {
    return wallEpochNanos.getAsLong();
  }

  /**
   * Reads both clocks at one moment: reads the wall clock between two reads of the monotonic clock,
   * several times, and returns the pair with the shortest interval.
   */
  public ClockAnchor readAnchor() {
    ClockAnchor narrowest = readPair();
    for (int i = 1; i < READS; i++) {
      ClockAnchor pair = readPair();
      if (pair.errorNanos() < narrowest.errorNanos()) {
        narrowest = pair;
      }
    }
    return narrowest;
  }

  private ClockAnchor readPair() {
    long before = monotonic.nowNanos();
    long epoch = wallEpochNanos.getAsLong();
    long after = monotonic.nowNanos();
    long half = (after - before) / 2;
    return new ClockAnchor(before + half, epoch, half);
  }

  private static long systemEpochNanos() {
    Instant now = Clock.systemUTC().instant();
    return Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1_000_000_000L), now.getNano());
  }
}
