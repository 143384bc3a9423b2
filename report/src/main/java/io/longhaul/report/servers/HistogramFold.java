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
  private @Nullable HistogramReading reference;
  private @Nullable HistogramReading last;
  private final SliceCursor cursor = new SliceCursor(this::closeSlice);
  private @Nullable HistogramReading atSliceStart;

  HistogramFold(SeriesId id, SeriesBudget budget) {
    super(id, budget);
  }

  @Override
  boolean before(ServerSampleRow row) {
    HistogramReading reading = HistogramReading.of(row);
    boolean isNew = last == null || !reading.saysTheSameAs(last);
    reference = reading;
    last = reading;
    return isNew;
  }

  @Override
  boolean in(ServerSampleRow row, SliceGrid grid) {
    HistogramReading reading = HistogramReading.of(row);
    boolean isNew = last == null || !reading.saysTheSameAs(last);
    HistogramReading first = reference == null ? reading : reference;
    reference = first;
    if (!cursor.hasStarted()) {
      cursor.start(grid);
      atSliceStart = reading.atEpochNanos() == grid.startEpochNanos() ? reading : first;
      means.learn(first, reading);
      last = atSliceStart;
    } else {
      means.learn(requireNonNull(last), reading);
    }
    cursor.reach(reading.atEpochNanos());
    last = reading;
    return isNew;
  }

  private void closeSlice(long start, long end, boolean complete) {
    HistogramReading from = requireNonNull(atSliceStart);
    HistogramReading to = requireNonNull(last);
    double count = to.count() - from.count();
    double sum = to.sum() - from.sum();
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
    HistogramReading from = requireNonNull(reference);
    HistogramReading to = requireNonNull(last);
    long count = Math.max((long) (to.count() - from.count()), 0);
    Map<String, Long> buckets = buckets(from, to);
    Map<String, Number> statistics = new LinkedHashMap<>();
    statistics.put("count", count);
    if (count == 0) {
      return Optional.of(figures(statistics, buckets, List.of()));
    }
    double sum = Math.max(to.sum() - from.sum(), 0);
    statistics.put("sum", sum);
    statistics.put("avg", sum / count);
    double seconds = (to.atEpochNanos() - from.atEpochNanos()) / NANOS_PER_SECOND;
    if (seconds > 0) {
      statistics.put("count_rate", count / seconds);
      statistics.put("sum_rate", sum / seconds);
    }
    if (!buckets.isEmpty()) {
      EstimatedPercentiles.of(to.bounds(), to.countsSince(from), sum, means)
          .forEach((percentile, value) -> statistics.put("p" + percentile + "_estimate", value));
    }
    cursor.finish(windowEnd);
    boolean several = from.atEpochNanos() < to.atEpochNanos();
    return Optional.of(figures(statistics, buckets, several ? slices : List.of()));
  }

  /** Returns the growth of the buckets; empty if one of them decreased. */
  private static Map<String, Long> buckets(HistogramReading from, HistogramReading to) {
    Map<String, Long> buckets = new LinkedHashMap<>();
    double[] grown = to.countsSince(from);
    for (int i = 0; i < grown.length; i++) {
      if (grown[i] < 0) {
        return Map.of();
      }
      buckets.put(SeriesId.boundText(to.bounds().get(i)), (long) grown[i]);
    }
    return Collections.unmodifiableMap(buckets);
  }
}
