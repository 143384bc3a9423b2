package io.longhaul.benchmarks;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.Distribution;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;

/**
 * Adds a value to a slice's times to first token, merges a thousand slices into a run, and computes
 * percentiles.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DistributionMerging extends SmallBenchmark {
  private static final int VALUES = 1_000;
  private static final double TYPICAL_NANOS = 50e6;

  private final long[] values = new long[VALUES];
  private final Distribution slice = Metric.TIME_TO_FIRST_TOKEN.newDistribution();
  private final Distribution run = Metric.TIME_TO_FIRST_TOKEN.newDistribution();
  private int next;

  /** Lognormal, like latencies. */
  @Setup
  public void drawValues() {
    Random random = new Random(1);
    for (int i = 0; i < VALUES; i++) {
      values[i] = Math.round(TYPICAL_NANOS * Math.exp(0.3 * random.nextGaussian()));
      slice.add(values[i]);
    }
  }

  @Benchmark
  public Distribution add() {
    run.add(values[next]);
    next = (next + 1) % VALUES;
    return run;
  }

  @Benchmark
  public Distribution mergeSlice() {
    run.merge(slice);
    return run;
  }

  @Benchmark
  public double percentile() {
    return slice.percentile(99);
  }
}
