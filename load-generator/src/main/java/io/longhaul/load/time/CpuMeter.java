package io.longhaul.load.time;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/**
 * Measures the CPU time of this process and the idle time of its machine, each since the previous
 * reading.
 */
final class CpuMeter {
  private static final int USER = 1;
  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;
  private static final int STEAL = 8;

  private final RunClock clock;
  private final Path machine;
  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private long lastReadNanos;
  private long lastProcessNanos;
  private long lastIdleTicks;
  private long lastAllTicks;

  /**
   * @param machine file in the format of Linux's /proc/stat; it need not exist
   */
  CpuMeter(RunClock clock, Path machine) {
    this.clock = clock;
    this.machine = machine;
    processCores();
    hostIdleRatio();
  }

  /** Returns the CPU time of the process divided by elapsed time; 1.0 is one core. */
  double processCores() {
    long now = clock.nowNanos();
    long used = process.getProcessCpuTime();
    double cores =
        now == lastReadNanos ? 0 : (double) (used - lastProcessNanos) / (now - lastReadNanos);
    lastReadNanos = now;
    lastProcessNanos = used;
    return Math.max(0, cores);
  }

  /**
   * Returns the idle fraction of the machine's CPU time; empty if the system does not report it.
   */
  OptionalDouble hostIdleRatio() {
    String[] ticks = totalLine();
    if (ticks.length <= STEAL) {
      return OptionalDouble.empty();
    }
    long all = 0;
    // The fields after "steal" are already contained in "user".
    for (int i = USER; i <= STEAL; i++) {
      all += Long.parseLong(ticks[i]);
    }
    long idle = Long.parseLong(ticks[IDLE]) + Long.parseLong(ticks[IO_WAIT]);
    long allSince = all - lastAllTicks;
    long idleSince = idle - lastIdleTicks;
    lastAllTicks = all;
    lastIdleTicks = idle;
    return allSince <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.min(1, Math.max(0, (double) idleSince / allSince)));
  }

  private String[] totalLine() {
    try (BufferedReader reader = Files.newBufferedReader(machine)) {
      String line = reader.readLine();
      return line == null || !line.startsWith("cpu ") ? new String[0] : line.split(" +");
    } catch (IOException notThisSystem) {
      return new String[0];
    }
  }
}
