package io.longhaul.cli.run;

import io.longhaul.wire.GpuSample;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the samples of a process, each once for every run that receives it. Thread-safe. */
public final class SampleCounts {
  private static final long NONE = -1;

  private final AtomicLong samples = new AtomicLong();
  private volatile long newestEpochMillis = NONE;

  void count(GpuSample sample) {
    samples.incrementAndGet();
    newestEpochMillis = System.currentTimeMillis();
  }

  /** Returns the number of samples. */
  public long samples() {
    return samples.get();
  }

  /** Returns the time of the newest sample in milliseconds since the epoch; empty without one. */
  public OptionalLong newestEpochMillis() {
    long newest = newestEpochMillis;
    return newest == NONE ? OptionalLong.empty() : OptionalLong.of(newest);
  }
}
