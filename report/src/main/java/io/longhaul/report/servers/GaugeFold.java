package io.longhaul.report.servers;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.ServerSampleRow;
import io.longhaul.metrics.stats.Percentiles;
import io.longhaul.sinks.servers.SeriesId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates a gauge: every reading has the same weight, whatever the time to the next; the
 * standard deviation is that of a sample. A slice contains the readings from its start to before
 * its end, the last slice also the last reading; slices without a reading are omitted.
 */
final class GaugeFold extends SeriesFold {
  private static final int[] PERCENTILES = {1, 5, 10, 25, 50, 75, 90, 95, 99};

  private final List<Stretch> stretches = new ArrayList<>();
  private final DoubleStream.Builder values = DoubleStream.builder();
  private final Stretch window = new Stretch(0);

  /** Sum of squared differences from the mean (Welford). */
  private double squares;

  private double runningMean;
  private double last = Double.NaN;
  private @Nullable SliceGrid grid;

  /** The readings of one slice, or of the window. */
  private static final class Stretch {
    private final long index;
    private long count;
    private double sum;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    Stretch(long index) {
      this.index = index;
    }

    void add(double value) {
      count++;
      sum += value;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }

    void add(Stretch other) {
      count += other.count;
      sum += other.sum;
      min = Math.min(min, other.min);
      max = Math.max(max, other.max);
    }

    Map<String, Number> figures() {
      Map<String, Number> figures = new LinkedHashMap<>();
      figures.put("avg", sum / count);
      figures.put("min", min);
      figures.put("max", max);
      return figures;
    }

    SeriesSlice slice(SliceGrid grid, long windowEnd) {
      return new SeriesSlice(
          grid.startOf(index),
          Math.min(grid.endOf(index), windowEnd),
          grid.endOf(index) <= windowEnd,
          figures(),
          Map.of());
    }
  }

  GaugeFold(SeriesId id, SeriesBudget budget) {
    super(id, budget);
  }

  @Override
  boolean before(ServerSampleRow row) {
    return isNew(row.getValue());
  }

  private boolean isNew(double value) {
    boolean isNew = Double.compare(value, last) != 0;
    last = value;
    return isNew;
  }

  @Override
  boolean in(ServerSampleRow row, SliceGrid pageGrid) {
    grid = pageGrid;
    double value = row.getValue();
    if (budget().keepsReadings()) {
      values.add(value);
      budget().reading();
    }
    window.add(value);
    double distance = value - runningMean;
    runningMean += distance / window.count;
    squares += distance * (value - runningMean);
    if (budget().keepsSlices()) {
      stretchAt(row.getAtEpochNs(), pageGrid).add(value);
    }
    return isNew(value);
  }

  private Stretch stretchAt(long epochNanos, SliceGrid pageGrid) {
    long index = Math.floorDiv(epochNanos - pageGrid.startEpochNanos(), pageGrid.lengthNanos());
    Stretch newest = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
    if (newest == null || newest.index < index) {
      newest = new Stretch(index);
      stretches.add(newest);
      budget().slice();
    }
    return newest;
  }

  @Override
  Optional<SeriesFigures> finish(long windowEnd) {
    if (window.count == 0) {
      return Optional.empty();
    }
    Map<String, Number> statistics = window.figures();
    statistics.put("std", window.count > 1 ? Math.sqrt(squares / (window.count - 1)) : 0.0);
    if (budget().keepsReadings()) {
      double[] sorted = values.build().sorted().toArray();
      for (int percentile : PERCENTILES) {
        statistics.put("p" + percentile, Percentiles.ofSorted(percentile, sorted));
      }
    }
    return Optional.of(figures(statistics, Map.of(), slices(windowEnd)));
  }

  private List<SeriesSlice> slices(long windowEnd) {
    if (window.count < 2) {
      return List.of();
    }
    SliceGrid pageGrid = requireNonNull(grid);
    int newest = stretches.size() - 1;
    if (newest > 0 && pageGrid.startOf(stretches.get(newest).index) == windowEnd) {
      stretches.get(newest - 1).add(stretches.remove(newest));
    }
    return stretches.stream().map(stretch -> stretch.slice(pageGrid, windowEnd)).toList();
  }
}
