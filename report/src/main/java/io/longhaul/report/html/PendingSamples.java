package io.longhaul.report.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Samples of a run in progress that wait for the slice in which they were read. Bounded; the oldest
 * are dropped. For one thread.
 *
 * @param <F> the figures of a sample
 */
final class PendingSamples<F extends Enum<F>> {
  private static final int MAX_SAMPLES = 50_000;

  private final Class<F> figures;
  private final Deque<Sample<F>> samples = new ArrayDeque<>();
  private final Set<String> sources = new HashSet<>();

  private record Sample<F>(String source, long epochNanos, Map<F, Double> values) {}

  PendingSamples(Class<F> figures) {
    this.figures = figures;
  }

  /** Adds a sample, later than all before. */
  void add(String source, long epochNanos, Map<F, Double> values) {
    if (samples.size() == MAX_SAMPLES) {
      samples.removeFirst();
    }
    samples.addLast(new Sample<>(source, epochNanos, Map.copyOf(values)));
    sources.add(source);
  }

  /** Returns the number of sources so far. */
  int sources() {
    return sources.size();
  }

  /** Removes the samples before a time, and returns the means of those since another, by source. */
  Map<String, Map<F, Double>> means(long fromEpochNanos, long untilEpochNanos) {
    Map<String, Map<F, double[]>> sums = new TreeMap<>();
    while (!samples.isEmpty() && samples.getFirst().epochNanos() < untilEpochNanos) {
      Sample<F> sample = samples.removeFirst();
      if (sample.epochNanos() >= fromEpochNanos) {
        Map<F, double[]> ofSource =
            sums.computeIfAbsent(sample.source(), any -> new EnumMap<>(figures));
        sample
            .values()
            .forEach(
                (figure, value) -> {
                  double[] sum = ofSource.computeIfAbsent(figure, any -> new double[2]);
                  sum[0] += value;
                  sum[1]++;
                });
      }
    }
    Map<String, Map<F, Double>> means = new TreeMap<>();
    sums.forEach(
        (source, ofSource) -> {
          Map<F, Double> mean = new EnumMap<>(figures);
          ofSource.forEach((figure, sum) -> mean.put(figure, sum[0] / sum[1]));
          means.put(source, mean);
        });
    return means;
  }
}
