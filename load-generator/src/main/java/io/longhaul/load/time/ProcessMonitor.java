package io.longhaul.load.time;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/** Monitors the health of this process for one reader, which calls from one thread. */
public final class ProcessMonitor implements AutoCloseable {
  private static final Path MACHINE = Path.of("/proc/stat");

  private final PauseMeter.Reader pauses;
  private final CpuMeter cpu;
  private long lastGcNanos;

  public ProcessMonitor(RunClock clock, PauseMeter pauseMeter) {
    this.pauses = pauseMeter.newReader();
    this.cpu = new CpuMeter(clock, MACHINE);
    this.lastGcNanos = gcNanos();
  }

  /** Returns the health since the previous call. */
  public ProcessHealth take() {
    long gc = gcNanos();
    long gcSince = gc - lastGcNanos;
    lastGcNanos = gc;
    return new ProcessHealth(
        pauses.takeMaxNanos(), gcSince, cpu.processCores(), cpu.hostIdleRatio());
  }

  private static long gcNanos() {
    long millis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      millis += Math.max(0, collector.getCollectionTime());
    }
    return millis * 1_000_000;
  }

  @Override
  public void close() {
    pauses.close();
  }
}
