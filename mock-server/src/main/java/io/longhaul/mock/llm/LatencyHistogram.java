package io.longhaul.mock.llm;

import java.util.Locale;

/** Counts durations by upper bounds, like a Prometheus histogram. Not thread-safe. */
final class LatencyHistogram {
  private static final double[] BOUNDS_SECONDS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60
  };
  private static final double NANOS_PER_SECOND = 1e9;

  /** The last bucket counts durations above all bounds. */
  private final long[] counts = new long[BOUNDS_SECONDS.length + 1];

  private long sumNanos;

  void add(long nanos) {
    int bucket = 0;
    while (bucket < BOUNDS_SECONDS.length && nanos > BOUNDS_SECONDS[bucket] * NANOS_PER_SECOND) {
      bucket++;
    }
    counts[bucket]++;
    sumNanos += nanos;
  }

  /** Returns the lines of the metrics page. */
  String lines(String name, String labels) {
    StringBuilder page = new StringBuilder();
    long count = 0;
    for (int i = 0; i < counts.length; i++) {
      count += counts[i];
      String bound = i == BOUNDS_SECONDS.length ? "+Inf" : Double.toString(BOUNDS_SECONDS[i]);
      page.append(name).append("_bucket{").append(labels).append(",le=\"").append(bound);
      page.append("\"} ").append(count).append(".0\n");
    }
    page.append(name).append("_count{").append(labels).append("} ").append(count).append(".0\n");
    page.append(name).append("_sum{").append(labels).append("} ");
    page.append(String.format(Locale.ROOT, "%.9f", sumNanos / NANOS_PER_SECOND)).append('\n');
    return page.toString();
  }
}
