package io.longhaul.sinks.report;

import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ErrorAdjusted;
import io.longhaul.metrics.sweep.TimeWeighted;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The statistics of a metric, in the order and with the names of AIPerf's JSON files. */
public enum Statistic {
  AVG("avg", DistributionSummary::avg),
  P1("p1", DistributionSummary::p1),
  P5("p5", DistributionSummary::p5),
  P10("p10", DistributionSummary::p10),
  P25("p25", DistributionSummary::p25),
  P50("p50", DistributionSummary::p50),
  P75("p75", DistributionSummary::p75),
  P90("p90", DistributionSummary::p90),
  P95("p95", DistributionSummary::p95),
  P99("p99", DistributionSummary::p99),
  MIN("min", DistributionSummary::min),
  MAX("max", DistributionSummary::max),
  STD("std", DistributionSummary::std),
  COUNT("count", DistributionSummary::count),
  SUM("sum", DistributionSummary::sum);

  /** The columns of AIPerf's CSV files in order. */
  public static final List<Statistic> CSV_COLUMNS =
      List.of(AVG, MIN, MAX, SUM, P1, P5, P10, P25, P50, P75, P90, P95, P99, STD);

  /** The statistics that only a distribution has. */
  static final List<Statistic> PERCENTILES = List.of(P1, P5, P10, P25, P50, P75, P90, P95, P99);

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // An accessor of a record.
  private final ToDoubleFunction<DistributionSummary> of;

  Statistic(String label, ToDoubleFunction<DistributionSummary> of) {
    this.label = label;
    this.of = of;
  }

  /** Returns the name in files, such as {@code p99}. */
  public String label() {
    return label;
  }

  /** Returns whether a user means this statistic by a name: its label or a common alternative. */
  public boolean isNamed(String typed) {
    String name = typed == null ? "" : typed.toLowerCase(Locale.ROOT);
    String other =
        switch (this) {
          case AVG -> "mean";
          case P50 -> "median";
          case STD -> "stddev";
          default -> label;
        };
    return name.equals(label) || name.equals(other);
  }

  /** Returns whether time-weighted metrics have it. */
  boolean isOfSweeps() {
    return switch (this) {
      case AVG, P50, P90, P95, P99, MIN, MAX, STD -> true;
      case P1, P5, P10, P25, P75, COUNT, SUM -> false;
    };
  }

  /** Returns whether error-adjusted twins have it. */
  boolean isOfAdjusted() {
    return switch (this) {
      case AVG, MAX, STD, SUM -> false;
      case P1, P5, P10, P25, P50, P75, P90, P95, P99, MIN, COUNT -> true;
    };
  }

  /** Returns its value for a distribution, in display units. */
  public double of(DistributionSummary summary) {
    return of.applyAsDouble(summary);
  }

  /** Returns its value for a time-weighted metric; NaN if that has no such statistic. */
  public double of(TimeWeighted summary) {
    return switch (this) {
      case AVG -> summary.avg();
      case P50 -> summary.p50();
      case P90 -> summary.p90();
      case P95 -> summary.p95();
      case P99 -> summary.p99();
      case MIN -> summary.min();
      case MAX -> summary.max();
      case STD -> summary.std();
      case P1, P5, P10, P25, P75, COUNT, SUM -> Double.NaN;
    };
  }

  /** Returns its value for an error-adjusted twin; NaN if that has no such statistic. */
  public double of(ErrorAdjusted summary) {
    return switch (this) {
      case P1 -> summary.p1();
      case P5 -> summary.p5();
      case P10 -> summary.p10();
      case P25 -> summary.p25();
      case P50 -> summary.p50();
      case P75 -> summary.p75();
      case P90 -> summary.p90();
      case P95 -> summary.p95();
      case P99 -> summary.p99();
      case MIN -> summary.min();
      case COUNT -> summary.count();
      case AVG, MAX, STD, SUM -> Double.NaN;
    };
  }
}
