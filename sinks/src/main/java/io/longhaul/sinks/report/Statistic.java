package io.longhaul.sinks.report;

import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ErrorAdjusted;
import io.longhaul.metrics.sweep.TimeWeighted;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The statistics of a metric, in the order and with the names of AIPerf's JSON files. */
public enum Statistic {
  AVG("avg", DistributionSummary::avg, TimeWeighted::avg, null),
  P1("p1", DistributionSummary::p1, null, ErrorAdjusted::p1),
  P5("p5", DistributionSummary::p5, null, ErrorAdjusted::p5),
  P10("p10", DistributionSummary::p10, null, ErrorAdjusted::p10),
  P25("p25", DistributionSummary::p25, null, ErrorAdjusted::p25),
  P50("p50", DistributionSummary::p50, TimeWeighted::p50, ErrorAdjusted::p50),
  P75("p75", DistributionSummary::p75, null, ErrorAdjusted::p75),
  P90("p90", DistributionSummary::p90, TimeWeighted::p90, ErrorAdjusted::p90),
  P95("p95", DistributionSummary::p95, TimeWeighted::p95, ErrorAdjusted::p95),
  P99("p99", DistributionSummary::p99, TimeWeighted::p99, ErrorAdjusted::p99),
  MIN("min", DistributionSummary::min, TimeWeighted::min, ErrorAdjusted::min),
  MAX("max", DistributionSummary::max, TimeWeighted::max, null),
  STD("std", DistributionSummary::std, TimeWeighted::std, null),
  COUNT("count", DistributionSummary::count, null, ErrorAdjusted::count),
  SUM("sum", DistributionSummary::sum, null, null);

  /** The columns of AIPerf's CSV files in order. */
  public static final List<Statistic> CSV_COLUMNS =
      List.of(AVG, MIN, MAX, SUM, P1, P5, P10, P25, P50, P75, P90, P95, P99, STD);

  /** The statistics that only a distribution has. */
  static final List<Statistic> PERCENTILES = List.of(P1, P5, P10, P25, P50, P75, P90, P95, P99);

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // An accessor of a record, like the next two.
  private final ToDoubleFunction<DistributionSummary> ofDistribution;

  @SuppressWarnings("ImmutableEnumChecker")
  private final @Nullable ToDoubleFunction<TimeWeighted> ofSweep;

  @SuppressWarnings("ImmutableEnumChecker")
  private final @Nullable ToDoubleFunction<ErrorAdjusted> ofAdjusted;

  Statistic(
      String label,
      ToDoubleFunction<DistributionSummary> ofDistribution,
      @Nullable ToDoubleFunction<TimeWeighted> ofSweep,
      @Nullable ToDoubleFunction<ErrorAdjusted> ofAdjusted) {
    this.label = label;
    this.ofDistribution = ofDistribution;
    this.ofSweep = ofSweep;
    this.ofAdjusted = ofAdjusted;
  }

  /** Returns the name in files, such as {@code p99}. */
  public String label() {
    return label;
  }

  /** Returns whether a user means this statistic by a name: its label or a common alternative. */
  public boolean isNamed(@Nullable String typed) {
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
    return ofSweep != null;
  }

  /** Returns whether error-adjusted twins have it. */
  boolean isOfAdjusted() {
    return ofAdjusted != null;
  }

  /** Returns its value for a distribution, in display units. */
  public double of(DistributionSummary summary) {
    return ofDistribution.applyAsDouble(summary);
  }

  /** Returns its value for a time-weighted metric; NaN if that has no such statistic. */
  public double of(TimeWeighted summary) {
    return ofSweep == null ? Double.NaN : ofSweep.applyAsDouble(summary);
  }

  /** Returns its value for an error-adjusted twin; NaN if that has no such statistic. */
  public double of(ErrorAdjusted summary) {
    return ofAdjusted == null ? Double.NaN : ofAdjusted.applyAsDouble(summary);
  }
}
