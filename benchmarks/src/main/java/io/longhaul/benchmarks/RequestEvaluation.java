package io.longhaul.benchmarks;

import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.RequestTrace;
import io.longhaul.metrics.RequestTraceBuilder;
import io.longhaul.pipeline.slice.SlicePart;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;

/**
 * Computes the metrics of a finished request of 64 chunks, alone and with their aggregation into a
 * slice.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RequestEvaluation extends SmallBenchmark {
  private static final int REQUESTS = 1024;
  private static final int CHUNKS = 64;
  private static final long MILLI = 1_000_000;

  private final RequestTrace[] traces = new RequestTrace[REQUESTS];
  private final SlicePart slice = new SlicePart();
  private int next;

  /** Requests in sequence, with chunks about 10 ms apart. */
  @Setup
  public void createRequests() {
    Random random = new Random(1);
    for (int i = 0; i < REQUESTS; i++) {
      traces[i] = draw(random, i * MILLI);
    }
  }

  private static RequestTrace draw(Random random, long start) {
    long[] at = new long[CHUNKS];
    int[] reads = new int[CHUNKS];
    long now = start + 50 * MILLI + random.nextInt((int) (20 * MILLI));
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      at[chunk] = now;
      reads[chunk] = chunk;
      now += 8 * MILLI + random.nextInt((int) (4 * MILLI));
    }
    return new RequestTraceBuilder()
        .scheduledAtNanos(start)
        .handedAtNanos(start + 20_000)
        .sentAtNanos(start + 60_000)
        .writtenAtNanos(start + 80_000)
        .firstByteAtNanos(at[0])
        .endedAtNanos(at[CHUNKS - 1])
        .inputTokens(550)
        .outputTokens(CHUNKS)
        .chunks(at, reads, new byte[CHUNKS])
        .build();
  }

  private RequestTrace next() {
    return traces[next++ & (REQUESTS - 1)];
  }

  @Benchmark
  public RequestMetrics evaluate() {
    return RequestMetrics.of(next());
  }

  @Benchmark
  public SlicePart evaluateAndAggregate() {
    slice.addValues(RequestMetrics.of(next()));
    return slice;
  }
}
