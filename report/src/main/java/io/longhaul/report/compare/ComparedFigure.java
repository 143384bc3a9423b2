package io.longhaul.report.compare;

import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.Statistic;
import org.jspecify.annotations.Nullable;

/** The figures of two runs that are compared, in the order of the table. */
public enum ComparedFigure {
  TTFT_AVG(Metric.TIME_TO_FIRST_TOKEN, Statistic.AVG),
  TTFT_P50(Metric.TIME_TO_FIRST_TOKEN, Statistic.P50),
  TTFT_P90(Metric.TIME_TO_FIRST_TOKEN, Statistic.P90),
  TTFT_P99(Metric.TIME_TO_FIRST_TOKEN, Statistic.P99),
  INTER_TOKEN_LATENCY_AVG(Metric.INTER_TOKEN_LATENCY, Statistic.AVG),
  INTER_TOKEN_LATENCY_P50(Metric.INTER_TOKEN_LATENCY, Statistic.P50),
  INTER_TOKEN_LATENCY_P90(Metric.INTER_TOKEN_LATENCY, Statistic.P90),
  INTER_TOKEN_LATENCY_P99(Metric.INTER_TOKEN_LATENCY, Statistic.P99),
  REQUEST_LATENCY_AVG(Metric.REQUEST_LATENCY, Statistic.AVG),
  REQUEST_LATENCY_P50(Metric.REQUEST_LATENCY, Statistic.P50),
  REQUEST_LATENCY_P90(Metric.REQUEST_LATENCY, Statistic.P90),
  REQUEST_LATENCY_P99(Metric.REQUEST_LATENCY, Statistic.P99),
  REQUEST_THROUGHPUT(Metric.REQUEST_THROUGHPUT, null),
  OUTPUT_TOKEN_THROUGHPUT(Metric.OUTPUT_TOKEN_THROUGHPUT, null),
  GOODPUT(Metric.GOODPUT, null),
  REQUEST_ERROR_RATE(Metric.REQUEST_ERROR_RATE, null),
  ENERGY_PER_OUTPUT_TOKEN(
      "energy_per_output_token", "Energy per Output Token", "J/token", null, null);

  private final String tag;
  private final String header;
  private final String unit;
  private final @Nullable Metric metric;
  private final @Nullable Statistic statistic;

  ComparedFigure(Metric metric, @Nullable Statistic statistic) {
    this(metric.tag(), metric.header(), metric.unit().display(), metric, statistic);
  }

  ComparedFigure(
      String tag,
      String header,
      String unit,
      @Nullable Metric metric,
      @Nullable Statistic statistic) {
    this.tag = tag;
    this.header = header;
    this.unit = unit;
    this.metric = metric;
    this.statistic = statistic;
  }

  /** Returns the name in files and conditions, such as {@code time_to_first_token.p99}. */
  public String text() {
    return statistic == null ? tag : tag + "." + statistic.label();
  }

  /** Returns the name in tables, such as {@code Time to First Token p99 (ms)}. */
  public String label() {
    return title() + " (" + unit + ")";
  }

  /** Returns the name without its unit, such as {@code Time to First Token p99}. */
  public String title() {
    return statistic == null ? header : header + " " + statistic.label();
  }

  /** Returns the unit of its values. */
  public String unit() {
    return unit;
  }

  @Nullable Metric metric() {
    return metric;
  }

  @Nullable Statistic statistic() {
    return statistic;
  }

  /** Returns the quantile between 0 and 1; NaN if the figure is not a percentile. */
  double quantile() {
    if (statistic == null) {
      return Double.NaN;
    }
    return switch (statistic) {
      case P50 -> 0.5;
      case P90 -> 0.9;
      case P99 -> 0.99;
      default -> Double.NaN;
    };
  }

  /** Returns whether a greater value is better. */
  public boolean isBetterIfGreater() {
    return switch (this) {
      case REQUEST_THROUGHPUT, OUTPUT_TOKEN_THROUGHPUT, GOODPUT -> true;
      default -> false;
    };
  }

  /**
   * Returns whether differences are in percentage points, because the figure is a percentage that
   * is normally 0.
   */
  public boolean isInPoints() {
    return this == REQUEST_ERROR_RATE;
  }
}
