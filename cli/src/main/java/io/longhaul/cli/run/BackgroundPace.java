package io.longhaul.cli.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Decides when work in the background rests: while more than {@link #MOST_BUSY} of the machine's
 * CPU time is used, by whatever process, and so that the work itself takes at most {@link #SHARE}
 * of it. For the thread that works.
 */
final class BackgroundPace {
  /** Busy share of the machine above which the work rests. */
  static final double MOST_BUSY = 0.6;

  /** Share of the machine's CPU time that the work may take. */
  static final double SHARE = 0.1;

  /** CPU time of the work from one decision to the next. */
  static final long STEP_NANOS = Duration.ofMillis(20).toNanos();

  /** Time until a machine that is busy is looked at again. */
  static final long BUSY_REST_NANOS = Duration.ofSeconds(1).toNanos();

  private final int processors;
  private final LongSupplier clockNanos;
  private final LongSupplier workNanos;
  private final DoubleSupplier busyShare;
  private long stepBeganNanos;
  private long workAtBegin;
  private boolean isAllowed;

  /**
   * @param clockNanos current time
   * @param workNanos CPU time of the work so far
   * @param busyShare busy share of the machine since the previous call, from 0 to 1; negative or
   *     NaN if it is unknown, which counts as busy
   */
  BackgroundPace(
      int processors, LongSupplier clockNanos, LongSupplier workNanos, DoubleSupplier busyShare) {
    this.processors = processors;
    this.clockNanos = clockNanos;
    this.workNanos = workNanos;
    this.busyShare = busyShare;
  }

  /** Returns the pace of work on the thread that asks, on this machine. */
  static BackgroundPace ofThisThread() {
    OperatingSystemMXBean machine =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new BackgroundPace(
        machine.getAvailableProcessors(),
        System::nanoTime,
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        machine::getCpuLoad);
  }

  /** Returns how long to rest before the question is asked again; 0 if the work can go on. */
  long restNanos() {
    long now = clockNanos.getAsLong();
    long work = workNanos.getAsLong();
    long elapsed = now - stepBeganNanos;
    if (isAllowed && work - workAtBegin < STEP_NANOS && elapsed < BUSY_REST_NANOS) {
      return 0;
    }
    long owed = (long) ((work - workAtBegin) / (SHARE * processors)) - elapsed;
    if (isAllowed && owed > 0) {
      return owed;
    }
    double busy = busyShare.getAsDouble();
    isAllowed = busy >= 0 && busy <= MOST_BUSY;
    stepBeganNanos = now;
    workAtBegin = work;
    return isAllowed ? 0 : BUSY_REST_NANOS;
  }
}
