package io.longhaul.sinks.report;

import io.longhaul.metrics.stats.DistributionSummary;
import java.util.List;
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

  double of(DistributionSummary summary) {
    return of.applyAsDouble(summary);
  }
}
