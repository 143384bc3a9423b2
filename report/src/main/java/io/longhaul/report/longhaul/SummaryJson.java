package io.longhaul.report.longhaul;

import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The statistics of a metric in Longhaul's own documents: the method and all percentiles. */
final class SummaryJson {
  /** The statistics that slices show. */
  private static final List<Statistic> SHORT =
      List.of(Statistic.AVG, Statistic.P50, Statistic.P90, Statistic.P99, Statistic.MAX);

  private SummaryJson() {}

  static void write(JsonDocument json, DistributionSummary summary) throws IOException {
    json.text("method", summary.method().name().toLowerCase(Locale.ROOT));
    if (summary.count() > 0) {
      json.integer("count", summary.count());
    }
    write(json, Statistic.OWN_ORDER, summary);
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
