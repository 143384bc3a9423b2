package io.longhaul.report.figures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * AIPerf's assignment of requests to time slices (release 0.13): the grid starts at the earliest
 * start, a request belongs to the cell that contains its start, and cells in which no request
 * started are omitted. Longhaul's own slices differ: see docs/exports.md.
 *
 * @param windows the cell of each row
 * @param bounds of the cells
 */
record AiperfSlices(Windows windows, List<Bounds> bounds) {
  /**
   * The bounds of a cell.
   *
   * @param complete false if the last request ended inside the cell
   */
  record Bounds(long startEpochNanos, long endEpochNanos, boolean complete) {}

  /**
   * @param sliceNanos length of a cell; 0 gives no slices
   */
  static AiperfSlices of(PhaseRequests requests, long sliceNanos) {
    long origin = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (int row = 0; row < requests.rows(); row++) {
      if (requests.isCompleted(row)) {
        origin = Math.min(origin, requests.startEpochNanos(row));
        last = Math.max(last, Math.max(requests.startEpochNanos(row), requests.endEpochNanos(row)));
      }
    }
    if (origin == Long.MAX_VALUE || sliceNanos <= 0) {
      return new AiperfSlices(new Windows(noWindows(requests.rows()), new long[0]), List.of());
    }
    return assigned(requests, sliceNanos, origin, last);
  }

  private static AiperfSlices assigned(
      PhaseRequests requests, long sliceNanos, long origin, long last) {
    int cells = Math.toIntExact((last - origin) / sliceNanos) + 1;
    boolean[] used = new boolean[cells];
    int[] ofRow = noWindows(requests.rows());
    for (int row = 0; row < ofRow.length; row++) {
      if (requests.isCompleted(row)) {
        ofRow[row] = (int) ((requests.startEpochNanos(row) - origin) / sliceNanos);
        used[ofRow[row]] = true;
      }
    }
    int[] dense = new int[cells];
    List<Bounds> bounds = new ArrayList<>();
    for (int cell = 0; cell < cells; cell++) {
      if (used[cell]) {
        dense[cell] = bounds.size();
        long start = origin + cell * sliceNanos;
        long end = start + sliceNanos;
        bounds.add(new Bounds(start, Math.min(end, last), end <= last));
      }
    }
    for (int row = 0; row < ofRow.length; row++) {
      if (ofRow[row] != Windows.NO_WINDOW) {
        ofRow[row] = dense[ofRow[row]];
      }
    }
    long[] nanos =
        bounds.stream().mapToLong(cell -> cell.endEpochNanos() - cell.startEpochNanos()).toArray();
    return new AiperfSlices(new Windows(ofRow, nanos), bounds);
  }

  private static int[] noWindows(int rows) {
    int[] ofRow = new int[rows];
    Arrays.fill(ofRow, Windows.NO_WINDOW);
    return ofRow;
  }
}
