package io.longhaul.cli.console;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Reports, while a run has not started, what it waits for, and whether that takes long because
 * other programs keep the machine busy. For one thread.
 */
final class SlowStart {
  private static final long FIRST_REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** More processes than this for each processor, and a start takes a multiple of its time. */
  private static final double BUSY = 2;

  private final DoubleSupplier loadAverage;
  private final int processors;
  private final LongSupplier nanoTime;
  private String awaited = "";
  private long sinceNanos;
  private long pauseNanos;
  private long nextNanos;

  /** On this machine. */
  SlowStart() {
    this(
        ManagementFactory.getOperatingSystemMXBean()::getSystemLoadAverage,
        Runtime.getRuntime().availableProcessors(),
        System::nanoTime);
  }

  /**
   * @param loadAverage of the last minute; negative where it is not known
   * @param nanoTime as {@link System#nanoTime}
   */
  SlowStart(DoubleSupplier loadAverage, int processors, LongSupplier nanoTime) {
    this.loadAverage = loadAverage;
    this.processors = processors;
    this.nanoTime = nanoTime;
  }

  /**
   * To be called again and again.
   *
   * @param what the run waits for now; empty when it has started
   * @return a sentence, after 10, 20, 40 s and then once a minute of the same wait
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
