package io.longhaul.load.time;

/** A clock that advances only on request. Any thread. */
public final class ManualRunClock implements RunClock {
  private volatile long nowNanos;
  private volatile long wallAheadNanos;

  public ManualRunClock(long nowNanos, long epochNanos) {
    this.nowNanos = nowNanos;
    this.wallAheadNanos = epochNanos - nowNanos;
  }

  @Override
  public long nowNanos() {
    return nowNanos;
  }

  /** The matching wall clock: it advances with this one, and can be stepped. */
  public AnchoredRunClock anchored() {
    return new AnchoredRunClock(this, () -> nowNanos + wallAheadNanos);
  }

  public void advanceNanos(long nanos) {
    advanceToNanos(nowNanos + nanos);
  }

  public void advanceToNanos(long nanos) {
    nowNanos = nanos;
  }

  public synchronized void stepWallClockNanos(long nanos) {
    wallAheadNanos = wallAheadNanos + nanos;
  }
}
