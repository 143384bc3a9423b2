package io.longhaul.metrics.stability;

import io.longhaul.metrics.stability.Structure.Range;
import java.util.List;
import java.util.Optional;

/**
 * How much a range with a level of its own would reduce the squares of a regression, for any range
 * in time proportional to the number of columns: by cumulative sums of the residuals and of the
 * columns.
 */
final class RangeScan {
  /** A range with less than this share of its length left depends on the columns. */
  private static final double DEPENDENT = 1e-6;

  private final double[] residuals;
  private final double[][] basis;

  RangeScan(LeastSquares regression) {
    this.residuals = cumulative(regression.residuals());
    double[][] columns = regression.basis();
    this.basis = new double[columns.length][];
    for (int i = 0; i < columns.length; i++) {
      basis[i] = cumulative(columns[i]);
    }
  }

  private static double[] cumulative(double[] values) {
    double[] sums = new double[values.length + 1];
    for (int i = 0; i < values.length; i++) {
      sums[i + 1] = sums[i] + values[i];
    }
    return sums;
  }

  /** Returns the reduction of the sum of squares. */
  double gain(Range range) {
    double length = range.to() - range.from();
    double left = length;
    for (double[] column : basis) {
      double part = column[range.to()] - column[range.from()];
      left -= part * part;
    }
    double product = residuals[range.to()] - residuals[range.from()];
    return left <= DEPENDENT * length ? 0 : product * product / left;
  }

  /** Returns the range with the greatest gain, of equal ones the first; empty without ranges. */
  Optional<Range> best(List<Range> ranges) {
    Range best = null;
    double greatest = -1;
    for (Range range : ranges) {
      double gain = gain(range);
      if (gain > greatest) {
        greatest = gain;
        best = range;
      }
    }
    return Optional.ofNullable(best);
  }
}
