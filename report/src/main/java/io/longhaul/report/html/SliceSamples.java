package io.longhaul.report.html;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Means of samples of a run in progress by slice, until the slice is finished. Bounded: only the
 * newest slices are kept. For one thread.
 *
 * @param <S> the sources of samples
 * @param <F> the figures of a sample
 */
final class SliceSamples<S extends Comparable<S>, F extends Enum<F>> {
  private static final int MAX_SLICES = 64;

  /** A source without a sample in this many slices no longer counts. */
  private static final int SLICES_UNTIL_GONE = 3;

  private final Class<F> figures;
  private final TreeMap<Long, Map<S, Map<F, Mean>>> open = new TreeMap<>();
  private final Map<S, Map<F, Long>> newest = new TreeMap<>();

  private static final class Mean {
    private double sum;
    private long count;

    double value() {
      return sum / count;
    }
  }

  SliceSamples(Class<F> figures) {
    this.figures = figures;
  }

  /** Adds a sample that was read in a slice. */
  void add(S source, long slice, Map<F, Double> values) {
    Map<F, Mean> ofSource =
        open.computeIfAbsent(slice, any -> new TreeMap<>())
            .computeIfAbsent(source, any -> new EnumMap<>(figures));
    values.forEach(
        (figure, value) -> {
          Mean mean = ofSource.computeIfAbsent(figure, any -> new Mean());
          mean.sum += value;
          mean.count++;
          newest
              .computeIfAbsent(source, any -> new EnumMap<>(figures))
              .merge(figure, slice, Math::max);
        });
    if (open.size() > MAX_SLICES) {
      open.pollFirstEntry();
    }
  }

  /** Returns the number of sources so far. */
  int sources() {
    return newest.size();
  }

  /** Removes the samples up to a slice, and returns the means of this slice by source. */
  Map<S, Map<F, Double>> finish(long slice) {
    Map<S, Map<F, Double>> means = new TreeMap<>();
    open.getOrDefault(slice, Map.of())
        .forEach(
            (source, ofSource) -> {
              Map<F, Double> values = new EnumMap<>(figures);
              ofSource.forEach((figure, mean) -> values.put(figure, mean.value()));
              means.put(source, values);
            });
    open.headMap(slice, true).clear();
    return means;
  }

  /**
   * Returns the values of all sources of a figure; empty if the newest sample of one of them is
   * missing, because a sum without it would be wrong.
   *
   * @param means means of a slice, by source
   */
  double[] complete(F figure, long slice, Map<S, Map<F, Double>> means) {
    boolean isComplete =
        newest.entrySet().stream()
            .filter(
                source ->
                    source.getValue().getOrDefault(figure, Long.MIN_VALUE)
                        > slice - SLICES_UNTIL_GONE)
            .allMatch(source -> means.getOrDefault(source.getKey(), Map.of()).containsKey(figure));
    return isComplete
        ? means.values().stream()
            .filter(each -> each.containsKey(figure))
            .mapToDouble(each -> each.get(figure))
            .toArray()
        : new double[0];
  }
}
