package io.longhaul.sinks.report;

import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ErrorAdjusted;
import io.longhaul.metrics.sweep.TimeWeighted;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A statistic of a metric, in the order and with the name of AIPerf's JSON files. */
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

  /** The columns of AIPerf's CSV files, in their order. */
  public static final List<Statistic> CSV_COLUMNS =
      List.of(AVG, MIN, MAX, SUM, P1, P5, P10, P25, P50, P75, P90, P95, P99, STD);

  /** Those that tell a distribution from a single number. */
  static final List<Statistic> PERCENTILES = List.of(P1, P5, P10, P25, P50, P75, P90, P95, P99);

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // An accessor of a record.
  private final ToDoubleFunction<DistributionSummary> of;

  Statistic(String label, ToDoubleFunction<DistributionSummary> of) {
    this.label = label;
    this.of = of;
  }

  /** Its name in files, as in {@code p99}. */
  public String label() {
    return label;
  }

  /** Whether a person means it by this name: its label, or another usual one. */
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

  /** Whether metrics that are weighted by time have it. */
  boolean isOfSweeps() {
    return switch (this) {
      case AVG, P50, P90, P95, P99, MIN, MAX, STD -> true;
      case P1, P5, P10, P25, P75, COUNT, SUM -> false;
    };
  }

  /** Whether error-adjusted twins have it. */
  boolean isOfAdjusted() {
    return switch (this) {
      case AVG, MAX, STD, SUM -> false;
      case P1, P5, P10, P25, P50, P75, P90, P95, P99, MIN, COUNT -> true;
    };
  }

  /** Of a distribution, in its display unit. */
  public double of(DistributionSummary summary) {
    return of.applyAsDouble(summary);
  }

  /** Of a metric that is weighted by time; not a number when it has no such statistic. */
  double of(TimeWeighted summary) {
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

  /** Of an error-adjusted twin; not a number when it has no such statistic. */
  double of(ErrorAdjusted summary) {
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
