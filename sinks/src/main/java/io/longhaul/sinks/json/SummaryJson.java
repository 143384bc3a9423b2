package io.longhaul.sinks.json;

import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ErrorAdjusted;
import io.longhaul.metrics.sweep.TimeWeighted;
import java.io.IOException;
import java.util.Locale;

/** The statistics of a metric in Longhaul's own documents: the method and all percentiles. */
final class SummaryJson {
  private SummaryJson() {}

  static void write(JsonDocument json, DistributionSummary summary) throws IOException {
    json.text("method", summary.method().name().toLowerCase(Locale.ROOT));
    json.integer("count", summary.count());
    json.number("avg", summary.avg());
    json.number("min", summary.min());
    json.number("max", summary.max());
    json.number("std", summary.std());
    json.number("sum", summary.sum());
    json.number("p1", summary.p1());
    json.number("p5", summary.p5());
    json.number("p10", summary.p10());
    json.number("p25", summary.p25());
    json.number("p50", summary.p50());
    json.number("p75", summary.p75());
    json.number("p90", summary.p90());
    json.number("p95", summary.p95());
    json.number("p99", summary.p99());
    json.number("p99_9", summary.p999());
  }

  /** Writes a time-weighted metric, whose percentiles are not interpolated. */
  static void write(JsonDocument json, TimeWeighted sweep) throws IOException {
    json.text("method", "time_weighted");
    json.number("avg", sweep.avg());
    json.number("min", sweep.min());
    json.number("max", sweep.max());
    json.number("std", sweep.std());
    json.number("p50", sweep.p50());
    json.number("p90", sweep.p90());
    json.number("p95", sweep.p95());
    json.number("p99", sweep.p99());
  }

  /** Writes an error-adjusted twin; omits infinite percentiles. */
  static void write(JsonDocument json, ErrorAdjusted adjusted) throws IOException {
    json.text("method", "nearest_rank");
    json.integer("count", adjusted.count());
    json.number("min", adjusted.min());
    json.number("p1", adjusted.p1());
    json.number("p5", adjusted.p5());
    json.number("p10", adjusted.p10());
    json.number("p25", adjusted.p25());
    json.number("p50", adjusted.p50());
    json.number("p75", adjusted.p75());
    json.number("p90", adjusted.p90());
    json.number("p95", adjusted.p95());
    json.number("p99", adjusted.p99());
  }

  /** Writes the statistics that slices show. */
  static void writeShort(JsonDocument json, DistributionSummary summary) throws IOException {
    json.integer("count", summary.count());
    json.number("avg", summary.avg());
    json.number("p50", summary.p50());
    json.number("p90", summary.p90());
    json.number("p99", summary.p99());
    json.number("max", summary.max());
  }
}
