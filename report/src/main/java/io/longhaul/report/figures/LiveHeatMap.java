package io.longhaul.report.figures;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import java.util.Arrays;

/**
 * How the distribution of a metric changes during a run in progress: the number of values by time
 * and size. Rows are evenly spaced on a logarithmic axis, so values of 0 are left out. Its size
 * does not grow with the run: if there are too many columns, each two neighbouring ones are merged.
 * For one thread.
 */
public final class LiveHeatMap {
  private static final int MAX_COLUMNS = 256;
  private static final int ROWS_PER_DECADE = 16;

  /** Power of ten of the lowest edge; smaller values are in the lowest row. */
  private static final int LOWEST_POWER = -4;

  private static final int ROWS = 12 * ROWS_PER_DECADE;

  /** Empty rows around the values, so that a slightly greater value needs no further row. */
  private static final int MARGIN = 4;

  private final Metric metric;
  private final long[][] counts = new long[MAX_COLUMNS][ROWS];
  private int slicesPerColumn = 1;
  private int columns;
  private int lowest = ROWS;
  private int end;

  /**
   * @param metric the metric whose values are counted
   */
  public LiveHeatMap(Metric metric) {
    this.metric = metric;
  }

  /**
   * Adds a finished slice; its index is greater than those of the earlier ones.
   *
   * @return whether the width of the columns or the rows changed
   */
  public boolean add(SliceRow slice) {
    boolean isWider = false;
    while (slice.getSliceIndex() / slicesPerColumn >= MAX_COLUMNS) {
      halve();
      isWider = true;
    }
    int column = (int) (slice.getSliceIndex() / slicesPerColumn);
    columns = column + 1;
    int lowestBefore = lowest;
    int endBefore = end;
    SliceColumn.column(slice, metric)
        .filter(values -> values.getHistogram().hasRemaining())
        .ifPresent(
            values ->
                SliceColumn.mergeable(values, metric)
                    .forEachBucket((stored, count) -> add(counts[column], stored, count)));
    return isWider || lowest != lowestBefore || end != endBefore;
  }

  private void add(long[] rows, double stored, long count) {
    if (stored <= 0) {
      return;
    }
    double power = Math.log10(metric.unit().toDisplay(stored)) - LOWEST_POWER;
    int row = (int) Math.max(0, Math.min(ROWS - 1, Math.floor(power * ROWS_PER_DECADE)));
    rows[row] += count;
    if (row < lowest) {
      lowest = Math.max(0, row - MARGIN);
    }
    if (row >= end) {
      end = Math.min(ROWS, row + 1 + MARGIN);
    }
  }

  private void halve() {
    slicesPerColumn *= 2;
    for (int column = 0; column < MAX_COLUMNS / 2; column++) {
      long[] first = counts[2 * column];
      long[] second = counts[2 * column + 1];
      counts[column] = new long[ROWS];
      Arrays.setAll(counts[column], row -> first[row] + second[row]);
    }
    for (int column = MAX_COLUMNS / 2; column < MAX_COLUMNS; column++) {
      counts[column] = new long[ROWS];
    }
  }

  /** Returns whether there is no value yet. */
  public boolean isEmpty() {
    return end == 0;
  }

  /** Returns the number of slices of a column; the last one may cover fewer. */
  public int slicesPerColumn() {
    return slicesPerColumn;
  }

  /** Returns the number of columns. */
  public int columns() {
    return columns;
  }

  /** Returns the edges of the rows in display units, ascending. */
  public double[] edges() {
    double[] edges = new double[end - lowest + 1];
    Arrays.setAll(edges, i -> Math.pow(10, LOWEST_POWER + (double) (lowest + i) / ROWS_PER_DECADE));
    return edges;
  }

  /** Returns the number of values in each row of a column. */
  public long[] column(int column) {
    return Arrays.copyOfRange(counts[column], lowest, end);
  }
}
