package io.longhaul.report.figures;

import java.util.Arrays;

/**
 * The window to which each row belongs.
 *
 * @param ofRow index of the window of each row, or -1 for none
 * @param nanos length of each window, for rates
 */
record Windows(int[] ofRow, long[] nanos) {

  static final int NO_WINDOW = -1;

  /** Returns one window for all rows: the run. */
  static Windows one(int rows, long nanos) {
    return new Windows(new int[rows], new long[] {nanos});
  }

  int count() {
    return nanos.length;
  }

  /** Returns the existing values per window, in the order of the rows. */
  long[][] group(long[] values) {
    int[] sizes = new int[count()];
    for (int row = 0; row < values.length; row++) {
      if (belongs(row, values[row])) {
        sizes[ofRow[row]]++;
      }
    }
    long[][] groups = new long[count()][];
    Arrays.setAll(groups, window -> new long[sizes[window]]);
    Arrays.fill(sizes, 0);
    for (int row = 0; row < values.length; row++) {
      if (belongs(row, values[row])) {
        int window = ofRow[row];
        groups[window][sizes[window]++] = values[row];
      }
    }
    return groups;
  }

  private boolean belongs(int row, long value) {
    return value != PhaseRequests.NONE && ofRow[row] != NO_WINDOW;
  }
}
