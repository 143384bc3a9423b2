package io.longhaul.report.figures;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.Distribution;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/**
 * How the distribution of a metric changed during a run: the number of values by time and size,
 * from the buckets of the slices.
 *
 * @param slicesPerColumn number of slices that each column covers; the last one may cover fewer
 * @param edges edges of the rows in display units, ascending and evenly spaced on a logarithmic
 *     axis; values below the first edge are in the first row
 * @param counts number of values by column and row; without those of 0, which a logarithmic axis
 *     does not have
 * @param zeros number of values of 0 in the run
 */
public record HeatMap(int slicesPerColumn, double[] edges, long[][] counts, long zeros) {
  private static final int MIN_ROWS = 10;
  private static final int MAX_ROWS = 40;

  /** The lowest edge is at least this fraction of the first percentile. */
  private static final double FAR_BELOW = 0.25;

  /**
   * Reads the maps of some metrics; without those that have no values.
   *
   * @param maxColumns maximum number of columns
   */
  public static Map<Metric, HeatMap> read(
      Lake lake, RunReport report, Collection<Metric> metrics, int maxColumns) throws IOException {
    Map<Metric, HeatMap> maps = new EnumMap<>(Metric.class);
    if (report.slices().isEmpty()) {
      return maps;
    }
    long slices = report.slices().get(report.slices().size() - 1).getSliceIndex() + 1;
    int perColumn = Math.toIntExact((slices + maxColumns - 1) / maxColumns);
    int columns = Math.toIntExact((slices + perColumn - 1) / perColumn);
    for (Metric metric : metrics) {
      SliceColumn.summary(report.run().getTotals(), metric)
          .filter(summary -> summary.max() > 0)
          .ifPresent(
              summary -> {
                int rows = rows(summary.count() / columns);
                maps.put(
                    metric,
                    new HeatMap(
                        perColumn,
                        edges(summary, rows),
                        new long[columns][rows],
                        summary.min() > 0 ? 0 : zeros(report, metric)));
              });
    }
    if (!maps.isEmpty()) {
      lake.forEach(Dataset.SLICES, report.run().getRunId(), slice -> add(slice, maps));
    }
    return maps;
  }

  private static long zeros(RunReport report, Metric metric) {
    long[] zeros = new long[1];
    SliceColumn.column(report.run().getTotals(), metric)
        .ifPresent(
            row ->
                SliceColumn.mergeable(row, metric)
                    .forEachBucket((stored, count) -> zeros[0] += stored == 0 ? count : 0));
    return zeros[0];
  }

  /** Returns so many rows that most of them have values where the distribution is dense. */
  private static int rows(long valuesPerColumn) {
    return (int) Math.max(MIN_ROWS, Math.min(MAX_ROWS, 4 * Math.cbrt((double) valuesPerColumn)));
  }

  private static double[] edges(DistributionSummary summary, int rows) {
    double top = summary.max();
    double bottom = Math.max(summary.min(), summary.p1() * FAR_BELOW);
    if (bottom <= 0) {
      bottom = summary.p50() > 0 ? summary.p50() * FAR_BELOW : top * FAR_BELOW;
    }
    // A constant needs rows around it.
    double step = Math.max(Math.pow(top / bottom, 1.0 / rows), 1.005);
    double[] edges = new double[rows + 1];
    Arrays.setAll(edges, i -> top / Math.pow(step, rows - i));
    return edges;
  }

  private static void add(SliceRow slice, Map<Metric, HeatMap> maps) {
    if (slice.getLabelSet().isEmpty()) {
      maps.forEach(
          (metric, map) ->
              SliceColumn.column(slice, metric)
                  .ifPresent(
                      row ->
                          map.add(
                              slice.getSliceIndex(), metric, SliceColumn.mergeable(row, metric))));
    }
  }

  private void add(long slice, Metric metric, Distribution distribution) {
    long column = slice / slicesPerColumn;
    // A run in progress may have committed another slice since its report was read.
    if (column < counts.length) {
      long[] rows = counts[(int) column];
      distribution.forEachBucket(
          (stored, count) -> {
            if (stored > 0) {
              rows[rowOf(metric.unit().toDisplay(stored))] += count;
            }
          });
    }
  }

  private int rowOf(double value) {
    int found = Arrays.binarySearch(edges, value);
    int row = found >= 0 ? found : -found - 2;
    return Math.max(0, Math.min(edges.length - 2, row));
  }
}
