package io.longhaul.report.servers;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.ServerSampleRow;
import io.longhaul.sinks.servers.SeriesId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates a histogram: the growth of its count, sum and buckets from the last reading before the
 * window, or else the first in it, to the last reading; percentiles are estimated. As in AIPerf, a
 * histogram that was reset has no buckets, and a slice with a reset is omitted.
 */
final class HistogramFold extends SeriesFold {
  private final List<SeriesSlice> slices = new ArrayList<>();
  private final BucketMeans means = new BucketMeans();
  private @Nullable ServerSampleRow reference;
  private @Nullable ServerSampleRow last;
  private final SliceCursor cursor = new SliceCursor(this::closeSlice);
  private @Nullable ServerSampleRow atSliceStart;

  HistogramFold(SeriesId id, SeriesBudget budget) {
    super(id, budget);
  }

  @Override
  boolean before(ServerSampleRow row) {
    boolean isNew = last == null || !isEqual(row, last);
    reference = row;
    last = row;
    return isNew;
  }

  @Override
  boolean in(ServerSampleRow row, SliceGrid grid) {
    boolean isNew = last == null || !isEqual(row, last);
    ServerSampleRow first = reference == null ? row : reference;
    reference = first;
    if (!cursor.hasStarted()) {
      cursor.start(grid);
      atSliceStart = row.getAtEpochNs() == grid.startEpochNanos() ? row : first;
      means.learn(first, row);
      last = atSliceStart;
    } else {
      means.learn(requireNonNull(last), row);
    }
    cursor.reach(row.getAtEpochNs());
    last = row;
    return isNew;
  }

  private void closeSlice(long start, long end, boolean complete) {
    ServerSampleRow from = requireNonNull(atSliceStart);
    ServerSampleRow to = requireNonNull(last);
    double count = to.getHistogramCount() - from.getHistogramCount();
    double sum = to.getHistogramSum() - from.getHistogramSum();
    if (budget().keepsSlices() && count >= 0 && sum >= 0) {
      Map<String, Number> figures = new LinkedHashMap<>();
      figures.put("count", (long) count);
      figures.put("sum", sum);
      figures.put("avg", count > 0 ? sum / count : 0.0);
      slices.add(new SeriesSlice(start, end, complete, figures, buckets(from, to)));
      budget().slice();
    }
    atSliceStart = to;
  }

  @Override
  Optional<SeriesFigures> finish(long windowEnd) {
    if (!cursor.hasStarted()) {
      return Optional.empty();
    }
    ServerSampleRow from = requireNonNull(reference);
    ServerSampleRow to = requireNonNull(last);
    long count = Math.max((long) (to.getHistogramCount() - from.getHistogramCount()), 0);
    Map<String, Long> buckets = buckets(from, to);
    Map<String, Number> statistics = new LinkedHashMap<>();
    statistics.put("count", count);
    if (count == 0) {
      return Optional.of(figures(statistics, buckets, List.of()));
    }
    double sum = Math.max(to.getHistogramSum() - from.getHistogramSum(), 0);
    statistics.put("sum", sum);
    statistics.put("avg", sum / count);
    double seconds = (to.getAtEpochNs() - from.getAtEpochNs()) / NANOS_PER_SECOND;
    if (seconds > 0) {
      statistics.put("count_rate", count / seconds);
      statistics.put("sum_rate", sum / seconds);
    }
    if (!buckets.isEmpty()) {
      EstimatedPercentiles.of(to.getBucketBounds(), growth(from, to), sum, means)
          .forEach((percentile, value) -> statistics.put("p" + percentile + "_estimate", value));
    }
    cursor.finish(windowEnd);
    boolean several = from.getAtEpochNs() < to.getAtEpochNs();
    return Optional.of(figures(statistics, buckets, several ? slices : List.of()));
  }

  /** Returns the growth of the buckets; empty if one of them decreased. */
  private static Map<String, Long> buckets(ServerSampleRow from, ServerSampleRow to) {
    Map<String, Long> buckets = new LinkedHashMap<>();
    double[] grown = growth(from, to);
    for (int i = 0; i < grown.length; i++) {
      if (grown[i] < 0) {
        return Map.of();
      }
      buckets.put(SeriesId.boundText(to.getBucketBounds().get(i)), (long) grown[i]);
    }
    return Collections.unmodifiableMap(buckets);
  }

  /** Returns whether two readings are the same, apart from their times. */
  private static boolean isEqual(ServerSampleRow one, ServerSampleRow other) {
    return one.getHistogramSum().doubleValue() == other.getHistogramSum()
        && one.getHistogramCount().doubleValue() == other.getHistogramCount()
        && one.getBucketCounts().equals(other.getBucketCounts())
        && one.getBucketBounds().equals(other.getBucketBounds());
  }

  /** Returns the growth of each cumulative bucket; since 0 if the bounds differ. */
  static double[] growth(ServerSampleRow from, ServerSampleRow to) {
    boolean alike = to.getBucketBounds().equals(from.getBucketBounds());
    double[] grown = new double[to.getBucketCounts().size()];
    for (int i = 0; i < grown.length; i++) {
      grown[i] = to.getBucketCounts().get(i) - (alike ? from.getBucketCounts().get(i) : 0);
    }
    return grown;
  }
}
