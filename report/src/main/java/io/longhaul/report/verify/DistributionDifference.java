package io.longhaul.report.verify;

import io.longhaul.export.Distribution;
import java.util.Optional;

/** Compares two distributions exactly: count, sum, squares, minimum, maximum and every bucket. */
final class DistributionDifference {
  private DistributionDifference() {}

  /** Returns the first difference, as the end of a sentence; empty if there is none. */
  static Optional<String> of(Optional<Distribution> one, Optional<Distribution> total) {
    if (one.isEmpty() || total.isEmpty()) {
      return one.isEmpty() && total.isEmpty()
          ? Optional.empty()
          : differs("count", count(one), count(total));
    }
    Distribution a = one.get();
    Distribution b = total.get();
    if (a.getCount() != b.getCount()) {
      return differs("count", a.getCount(), b.getCount());
    }
    if (a.getSum() != b.getSum()) {
      return differs("sum", a.getSum(), b.getSum());
    }
    if (a.getMin() != b.getMin()) {
      return differs("min", a.getMin(), b.getMin());
    }
    if (a.getMax() != b.getMax()) {
      return differs("max", a.getMax(), b.getMax());
    }
    if (!a.getSumOfSquares().equals(b.getSumOfSquares())) {
      return Optional.of("another sum of squares than the total");
    }
    return a.getHistogram().equals(b.getHistogram())
        ? Optional.empty()
        : Optional.of("other buckets than the total");
  }

  private static long count(Optional<Distribution> one) {
    return one.map(Distribution::getCount).orElse(0L);
  }

  private static Optional<String> differs(String what, long one, long total) {
    return Optional.of("%s %,d, the total has %,d".formatted(what, one, total));
  }
}
