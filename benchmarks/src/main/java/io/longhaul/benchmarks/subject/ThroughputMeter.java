package io.longhaul.benchmarks.subject;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Measures the {@link Throughput} from its creation to its reading. */
final class ThroughputMeter {
  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final long cpuNanos = process.getProcessCpuTime();
  private final long nanos = System.nanoTime();

  /** Returns the throughput so far. */
  Throughput read(long requests) {
    return new Throughput(
        requests, System.nanoTime() - nanos, process.getProcessCpuTime() - cpuNanos);
  }
}
