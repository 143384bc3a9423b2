package io.longhaul.report.aiperf;

import io.longhaul.report.figures.RunReport;
import io.longhaul.report.json.Configuration;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.report.servers.PageFigures;
import io.longhaul.report.servers.SeriesFigures;
import io.longhaul.report.servers.SeriesSlice;
import io.longhaul.report.servers.ServerFigures;
import io.longhaul.sinks.servers.MetricUnits;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** {@code server_metrics_export.json} in the format of AIPerf 0.13, with its keys in its order. */
record ServerMetricsJson(JsonDocument json, RunReport report, ServerFigures figures) {
  private static final String COMPATIBLE_SCHEMA = "1.1";
  private static final String PROFILING = "profiling";
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Writes the members of the document. */
  void write() throws IOException {
    json.text("schema_version", COMPATIBLE_SCHEMA);
    json.text("aiperf_version", ProfileJson.COMPATIBLE_VERSION);
    json.text("benchmark_id", report.run().getRunId());
    json.object("summary", this::writeSummary);
    json.text("metrics_phase", PROFILING);
    json.object("metrics", this::writeMetrics);
    json.tree(ProfileJson.INPUT_CONFIG, Configuration.of(report.run()).inputConfig());
  }

  private void writeSummary() throws IOException {
    List<String> urls = figures.pages().stream().map(PageFigures::url).toList();
    json.texts("endpoints_configured", ServerMetricsDocuments.pagesOf(report, figures));
    json.texts("endpoints_successful", urls);
    json.text("start_time", ProfileJson.timeOf(report.startEpochNanos()));
    json.text("end_time", ProfileJson.timeOf(report.endEpochNanos()));
    json.object(
        "endpoint_info",
        () -> {
          for (PageFigures page : figures.pages()) {
            json.object(page.url(), () -> writePage(page));
          }
        });
    json.object(
        "phase_time_ranges",
        () ->
            json.object(
                PROFILING,
                () -> {
                  json.plainInteger("start_ns", report.startEpochNanos());
                  json.plainInteger("end_ns", report.endEpochNanos());
                }));
  }

  private void writePage(PageFigures page) throws IOException {
    long duration = page.lastUpdateEpochNanos() - page.firstUpdateEpochNanos();
    json.plainInteger("total_fetches", page.scrapes());
    json.plainInteger("first_fetch_ns", page.firstScrapeEpochNanos());
    json.plainInteger("last_fetch_ns", page.lastScrapeEpochNanos());
    json.number("avg_fetch_latency_ms", page.meanLatencyNanos() / NANOS_PER_MILLI);
    json.plainInteger("unique_updates", page.updates());
    json.plainInteger("first_update_ns", page.firstUpdateEpochNanos());
    json.plainInteger("last_update_ns", page.lastUpdateEpochNanos());
    json.number("duration_seconds", duration / NANOS_PER_SECOND);
    if (page.updates() > 1) {
      json.number("avg_update_interval_ms", duration / NANOS_PER_MILLI / (page.updates() - 1));
      json.number("median_update_interval_ms", page.medianUpdateIntervalNanos() / NANOS_PER_MILLI);
    }
  }

  private void writeMetrics() throws IOException {
    List<SeriesFigures> series = figures.series();
    for (int from = 0; from < series.size(); ) {
      String name = series.get(from).id().aiperfName();
      int to = from;
      while (to < series.size() && series.get(to).id().aiperfName().equals(name)) {
        to++;
      }
      List<SeriesFigures> ofMetric = series.subList(from, to);
      json.object(name, () -> writeMetric(name, ofMetric));
      from = to;
    }
  }

  private void writeMetric(String name, List<SeriesFigures> series) throws IOException {
    SeriesFigures first = series.get(0);
    json.text("type", first.id().type());
    json.text("description", first.help());
    json.textIfAny("unit", MetricUnits.of(name, first.help()).orElse(""));
    json.objects("series", series, this::writeSeries);
  }

  private void writeSeries(SeriesFigures series) throws IOException {
    json.text("endpoint_url", series.id().url());
    if (!series.id().labels().isEmpty()) {
      json.object("labels", series.id().labels(), json::text);
    }
    json.object("stats", series.statistics(), this::writeFigure);
    writeBuckets(series.buckets());
    if (!series.slices().isEmpty()) {
      json.objects("timeslices", series.slices(), this::writeSlice);
    }
  }

  private void writeSlice(SeriesSlice slice) throws IOException {
    json.plainInteger("start_ns", slice.startEpochNanos());
    json.plainInteger("end_ns", slice.endEpochNanos());
    if (!slice.complete()) {
      json.truth("is_complete", false);
    }
    for (Map.Entry<String, Number> figure : slice.figures().entrySet()) {
      writeFigure(figure.getKey(), figure.getValue());
    }
    writeBuckets(slice.buckets());
  }

  private void writeFigure(String name, Number value) throws IOException {
    if (value instanceof Long whole) {
      json.plainInteger(name, whole);
    } else {
      json.number(name, value.doubleValue());
    }
  }

  private void writeBuckets(Map<String, Long> buckets) throws IOException {
    if (!buckets.isEmpty()) {
      json.object("buckets", buckets, json::plainInteger);
    }
  }
}
