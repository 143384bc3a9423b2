package io.longhaul.sinks.json;

import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.sinks.report.Statistic;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The statistics of a metric in Longhaul's own documents: the method and all percentiles. */
final class SummaryJson {
  /** The order of the statistics; each kind of summary has only some of them. */
  private static final List<Statistic> ORDER =
      List.of(
          Statistic.AVG,
          Statistic.MIN,
          Statistic.MAX,
          Statistic.STD,
          Statistic.SUM,
          Statistic.P1,
          Statistic.P5,
          Statistic.P10,
          Statistic.P25,
          Statistic.P50,
          Statistic.P75,
          Statistic.P90,
          Statistic.P95,
          Statistic.P99);

  /** The statistics that slices show. */
  private static final List<Statistic> SHORT =
      List.of(Statistic.AVG, Statistic.P50, Statistic.P90, Statistic.P99, Statistic.MAX);

  private SummaryJson() {}

  static void write(JsonDocument json, DistributionSummary summary) throws IOException {
    json.text("method", summary.method().name().toLowerCase(Locale.ROOT));
    if (summary.count() > 0) {
      json.integer("count", summary.count());
    }
    write(json, ORDER, summary);
    json.number("p99_9", summary.p999());
  }

  /** Writes the statistics that slices show. */
  static void writeShort(JsonDocument json, DistributionSummary summary) throws IOException {
    json.integer("count", summary.count());
    write(json, SHORT, summary);
  }

  /** Writes the finite values: a statistic that a summary does not have is NaN. */
  private static void write(
      JsonDocument json, List<Statistic> statistics, DistributionSummary summary)
      throws IOException {
    for (Statistic statistic : statistics) {
      json.number(statistic.label(), statistic.of(summary));
    }
  }
}
