package io.longhaul.cli.api;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;

/**
 * Metrics of this process and its JVM. Where Prometheus' libraries have a metric, it has their
 * name.
 */
final class ProcessFamilies {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  private ProcessFamilies() {}

  static void addTo(MetricSink metrics, String command, String version) {
    metrics.gauge(
        "longhaul_process_version",
        "The command and the version of Longhaul.",
        1,
        "command",
        command,
        "version",
        version);
    addProcess(metrics);
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    addMemory(metrics, "heap", heap);
    addMemory(metrics, "nonheap", ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage());
    metrics.gauge(
        "jvm_threads_current",
        "Threads of the JVM.",
        ManagementFactory.getThreadMXBean().getThreadCount());
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      metrics.counter(
          "longhaul_gc_seconds_total",
          "Time of garbage collections.",
          Math.max(0, collector.getCollectionTime()) / MILLIS_PER_SECOND,
          "gc",
          collector.getName());
    }
  }

  private static void addProcess(MetricSink metrics) {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    metrics.gauge(
        "process_start_time_seconds",
        "Start of the process.",
        runtime.getStartTime() / MILLIS_PER_SECOND);
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      metrics.counter(
          "process_cpu_seconds_total",
          "CPU time of the process.",
          Math.max(0, system.getProcessCpuTime()) / NANOS_PER_SECOND);
      if (system instanceof UnixOperatingSystemMXBean unix) {
        metrics.gauge(
            "process_open_fds",
            "Open file descriptors.",
            (double) unix.getOpenFileDescriptorCount());
        metrics.gauge(
            "process_max_fds", "Maximum of open files.", (double) unix.getMaxFileDescriptorCount());
      }
    }
  }

  private static void addMemory(MetricSink metrics, String area, MemoryUsage usage) {
    metrics.gauge(
        "jvm_memory_used_bytes", "Used memory of the JVM.", (double) usage.getUsed(), "area", area);
    if (usage.getMax() >= 0) {
      metrics.gauge(
          "jvm_memory_max_bytes",
          "Maximum memory of the JVM.",
          (double) usage.getMax(),
          "area",
          area);
    }
  }
}
