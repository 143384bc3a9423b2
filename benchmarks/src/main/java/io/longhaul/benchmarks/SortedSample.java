package io.longhaul.benchmarks;

import io.longhaul.metrics.stats.Percentiles;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** A sorted sample of numbers. */
final class SortedSample {
  private final double[] sorted;

  private SortedSample(double[] sorted) {
    this.sorted = sorted;
  }

  /**
   * Sorts the numbers of some items.
   *
   * @throws IllegalArgumentException if there are no items
   */
  static <T> SortedSample of(Collection<T> items, ToDoubleFunction<T> number) {
    if (items.isEmpty()) {
      throw new IllegalArgumentException("Cannot describe a sample: it is empty");
    }
    return new SortedSample(items.stream().mapToDouble(number).sorted().toArray());
  }

  static <T> double median(Collection<T> items, ToDoubleFunction<T> number) {
    return of(items, number).percentile(50);
  }

  /** Returns a percentile with linear interpolation between ranks. */
  double percentile(double percent) {
    return Percentiles.ofSorted(percent, sorted);
  }

  double mean() {
    return Arrays.stream(sorted).average().orElseThrow();
  }
}
