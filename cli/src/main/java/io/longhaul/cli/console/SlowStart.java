package io.longhaul.cli.console;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Reports what a run waits for before its start, and whether other programs keep the machine busy.
 * Not thread-safe.
 */
final class SlowStart {
  private static final long FIRST_REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Load average per processor above which a start takes several times as long. */
  private static final double BUSY = 2;

  private final DoubleSupplier loadAverage;
  private final int processors;
  private final LongSupplier nanoTime;
  private String awaited = "";
  private long sinceNanos;
  private long pauseNanos;
  private long nextNanos;

  /** Creates the reporter for this machine. */
  SlowStart() {
    this(
        ManagementFactory.getOperatingSystemMXBean()::getSystemLoadAverage,
        Runtime.getRuntime().availableProcessors(),
        System::nanoTime);
  }

  /**
   * @param loadAverage load average of the last minute; negative if unknown
   * @param nanoTime clock such as {@link System#nanoTime}
   */
  SlowStart(DoubleSupplier loadAverage, int processors, LongSupplier nanoTime) {
    this.loadAverage = loadAverage;
    this.processors = processors;
    this.nanoTime = nanoTime;
  }

  /**
   * Returns a report when one is due; call it repeatedly.
   *
   * @param what the awaited component; empty if the run has started
   * @return a sentence after 10, 20 and 40 s, then once a minute of the same wait
   */
  Optional<String> check(String what) {
    long now = nanoTime.getAsLong();
    if (!what.equals(awaited)) {
      awaited = what;
      sinceNanos = now;
      pauseNanos = FIRST_REPORT_NANOS;
      nextNanos = now + pauseNanos;
    }
    if (what.isEmpty() || now - nextNanos < 0) {
      return Optional.empty();
    }
    nextNanos += pauseNanos;
    pauseNanos = Math.min(2 * pauseNanos, MAX_PAUSE_NANOS);
    return Optional.of(
        "waiting for %s for %d s%s"
            .formatted(what, TimeUnit.NANOSECONDS.toSeconds(now - sinceNanos), machine()));
  }

  private String machine() {
    double load = loadAverage.getAsDouble();
    return load < BUSY * processors
        ? ""
        : String.format(
            Locale.ROOT,
            "; this machine is busy (load average %.1f on %d processors), so the start takes"
                + " longer",
            load,
            processors);
  }
}
