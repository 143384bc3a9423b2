package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

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
  COUNT("count", summary -> summary.count() > 0 ? summary.count() : Double.NaN),
  SUM("sum", DistributionSummary::sum);

  /** The columns of AIPerf's CSV files in order. */
  public static final List<Statistic> CSV_COLUMNS =
      List.of(AVG, MIN, MAX, SUM, P1, P5, P10, P25, P50, P75, P90, P95, P99, STD);

  /** The statistics in Longhaul's own documents in order. */
  public static final List<Statistic> OWN_ORDER =
      List.of(AVG, MIN, MAX, STD, SUM, P1, P5, P10, P25, P50, P75, P90, P95, P99);

  /** The columns of GenAI-Perf's CSV files in order; release 24.03 has only those up to P25. */
  public static final List<Statistic> GENAI_PERF_COLUMNS =
      List.of(AVG, MIN, MAX, P99, P95, P90, P75, P50, P25, P10, P5, P1);

  /** The statistics that only a distribution has. */
  static final List<Statistic> PERCENTILES = List.of(P1, P5, P10, P25, P50, P75, P90, P95, P99);

  private static final List<Statistic> OF_SWEEPS = List.of(AVG, P50, P90, P95, P99, MIN, MAX, STD);

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // An accessor of a record.
  private final ToDoubleFunction<DistributionSummary> value;

  Statistic(String label, ToDoubleFunction<DistributionSummary> value) {
    this.label = label;
    this.value = value;
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

  /** Returns whether metrics of this kind have it. */
  boolean isOf(Metric.Kind kind) {
    return switch (kind) {
      case RECORD, LIST, NETWORK -> true;
      case SWEEP -> OF_SWEEPS.contains(this);
      case ADJUSTED -> this == MIN || this == COUNT || PERCENTILES.contains(this);
      case AGGREGATE, DERIVED -> false;
    };
  }

  /** Returns its value in display units; NaN if the metric has no such statistic. */
  public double of(DistributionSummary summary) {
    return value.applyAsDouble(summary);
  }
}
