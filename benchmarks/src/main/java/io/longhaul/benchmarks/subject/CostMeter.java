package io.longhaul.benchmarks.subject;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Measures the {@link Cost} from its creation to its reading. */
final class CostMeter {
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final String loopThread;
  private final long loopCpuNanos;
  private final long processCpuNanos;

  /**
   * Starts the measurement.
   *
   * @param loopThread name of the event loop's thread, which may start later
   */
  CostMeter(String loopThread) {
    this.loopThread = loopThread;
    this.loopCpuNanos = loopCpuNanos();
    this.processCpuNanos = process.getProcessCpuTime();
  }

  private long loopCpuNanos() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(loopThread))
        .mapToLong(thread -> threads.getThreadCpuTime(thread.getId()))
        .sum();
  }

  /** Returns the cost so far; the thread must still be running. */
  Cost read(long requests, long elapsedNanos) {
    return new Cost(
        requests,
        loopCpuNanos() - loopCpuNanos,
        process.getProcessCpuTime() - processCpuNanos,
        elapsedNanos);
  }
}
