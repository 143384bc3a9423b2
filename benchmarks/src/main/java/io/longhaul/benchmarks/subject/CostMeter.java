package io.longhaul.benchmarks.subject;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Measures the {@link Cost} of what happens between its making and its reading. */
final class CostMeter {
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final String loopThread;
  private final long loopCpuNanos;
  private final long processCpuNanos;

  /**
   * @param loopThread the name of the event loop's thread; it may start later
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

  /** The cost so far; the thread must still run. */
  Cost read(long requests, long elapsedNanos) {
    return new Cost(
        requests,
        loopCpuNanos() - loopCpuNanos,
        process.getProcessCpuTime() - processCpuNanos,
        elapsedNanos);
  }
}
