package io.longhaul.metrics.stability;

import java.util.List;

/**
 * A linear regression by least squares. The columns are made orthonormal (Gram–Schmidt), so that
 * the effect of another column is known without a new regression. A column that depends linearly on
 * those before it has the coefficient 0.
 */
final class LeastSquares {
  /** A column with less than this share of its length left depends on those before it. */
  private static final double DEPENDENT = 1e-7;

  /** Maximum autocorrelation that the noise is corrected for. */
  private static final double MAX_AUTOCORRELATION = 0.97;

  private final double[][] basis;

  /** {@code triangle[i][j]} is the part of column j in direction i. */
  private final double[][] triangle;

  private final double[] projections;
  private final double[] residuals;

  private LeastSquares(double[] values, List<double[]> columns) {
    int size = columns.size();
    this.basis = new double[size][];
    this.triangle = new double[size][size];
    this.projections = new double[size];
    this.residuals = values.clone();
    for (int j = 0; j < size; j++) {
      double[] column = columns.get(j).clone();
      double length = Math.sqrt(product(column, column));
      // Twice, because rounding errors of the first pass matter for nearly dependent columns.
      for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < j; i++) {
          double part = product(basis[i], column);
          triangle[i][j] += part;
          subtract(column, part, basis[i]);
        }
      }
      double left = Math.sqrt(product(column, column));
      boolean isDependent = left <= DEPENDENT * length;
      triangle[j][j] = isDependent ? 0 : left;
      for (int row = 0; row < column.length; row++) {
        column[row] = isDependent ? 0 : column[row] / left;
      }
      basis[j] = column;
      projections[j] = product(column, residuals);
      subtract(residuals, projections[j], column);
    }
  }

  /** Fits values by columns of the same length. */
  static LeastSquares of(double[] values, List<double[]> columns) {
    return new LeastSquares(values, columns);
  }

  private static double product(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += one[i] * other[i];
    }
    return sum;
  }

  private static void subtract(double[] from, double factor, double[] vector) {
    for (int i = 0; i < from.length; i++) {
      from[i] -= factor * vector[i];
    }
  }

  /** Returns the coefficients of the columns. */
  double[] coefficients() {
    double[] coefficients = new double[basis.length];
    for (int i = basis.length - 1; i >= 0; i--) {
      double rest = projections[i];
      for (int j = i + 1; j < basis.length; j++) {
        rest -= triangle[i][j] * coefficients[j];
      }
      coefficients[i] = triangle[i][i] == 0 ? 0 : rest / triangle[i][i];
    }
    return coefficients;
  }

  double[] residuals() {
    return residuals;
  }

  /** Returns the orthonormal columns. */
  double[][] basis() {
    return basis;
  }

  /** Returns the sum of the squared residuals. */
  double squares() {
    return product(residuals, residuals);
  }

  /**
   * Returns the variance of the residuals, increased by the factor by which their autocorrelation
   * increases the variance of a mean: (1 + r) / (1 - r), with the correlation r of neighbours.
   */
  double noise() {
    int n = residuals.length;
    double freedom = Math.max(1, n - basis.length);
    double r = Autocorrelation.ofNeighbours(residuals, basis.length);
    double bounded = Math.max(0, Math.min(MAX_AUTOCORRELATION, r));
    return squares() / freedom * (1 + bounded) / (1 - bounded);
  }
}
