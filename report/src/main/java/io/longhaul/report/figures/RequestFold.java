package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;

/** Receives the values of requests. */
interface RequestFold {
  /** Adds a value of a row to the sum, the minimum or the maximum of a metric. */
  void fold(int row, Metric metric, long value);

  /** Adds the values of a metric for all rows; errors must have been counted before. */
  void add(Metric metric, long[] values);

  /**
   * Adds the values of a metric as AIPerf defines it.
   *
   * @param differ whether they differ from those of {@link #add}
   */
  void addAsAiperf(Metric metric, long[] values, boolean differ);
}
