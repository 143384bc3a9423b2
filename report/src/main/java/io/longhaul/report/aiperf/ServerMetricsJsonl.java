package io.longhaul.report.aiperf;

import io.longhaul.export.ServerSampleRow;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.sinks.servers.SeriesId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code server_metrics_export.jsonl} in the format of AIPerf 0.13: one line for each scrape that
 * differs from the previous one. Rows arrive scrape by scrape; only the newest scrape of each page
 * is in memory. For one thread.
 */
final class ServerMetricsJsonl {
  private final RunReport report;
  private final JsonDocument.LineWriter lines;
  private final Map<String, List<List<Object>>> lastContents = new HashMap<>();
  private List<ServerSampleRow> scrape = new ArrayList<>();

  ServerMetricsJsonl(RunReport report, JsonDocument.LineWriter lines) {
    this.report = report;
    this.lines = lines;
  }

  /** Adds the next reading; the readings of a scrape are consecutive. */
  void add(ServerSampleRow row) throws IOException {
    if (!scrape.isEmpty() && !isOfScrape(row)) {
      endScrape();
    }
    scrape.add(row);
  }

  private boolean isOfScrape(ServerSampleRow row) {
    ServerSampleRow first = scrape.get(0);
    return first.getAtEpochNs() == row.getAtEpochNs() && first.getUrl().equals(row.getUrl());
  }

  /** Ends the readings. */
  void finish() throws IOException {
    if (!scrape.isEmpty()) {
      endScrape();
    }
  }

  private void endScrape() throws IOException {
    List<List<Object>> contents = contents();
    if (!contents.equals(lastContents.put(scrape.get(0).getUrl(), contents))) {
      lines.line(this::write);
    }
    scrape = new ArrayList<>();
  }

  /** Returns the readings of the scrape without their time. */
  private List<List<Object>> contents() {
    return scrape.stream()
        .map(
            row ->
                Arrays.<Object>asList(
                    row.getName(),
                    row.getLabels(),
                    row.getValue(),
                    row.getHistogramSum(),
                    row.getBucketCounts()))
        .toList();
  }

  private void write(JsonDocument json) throws IOException {
    ServerSampleRow first = scrape.get(0);
    json.text("endpoint_url", first.getUrl());
    json.plainInteger("timestamp_ns", first.getAtEpochNs());
    json.plainInteger("endpoint_latency_ns", 2 * first.getUncertaintyNs());
    json.object("metrics", () -> writeMetrics(json));
    json.plainInteger("request_sent_ns", first.getAtEpochNs() - first.getUncertaintyNs());
    if (first.getAtEpochNs() >= report.startEpochNanos()
        && first.getAtEpochNs() <= report.endEpochNanos()) {
      json.text("benchmark_phase", "profiling");
      json.plainInteger("phase_index", report.run().getWarmupRequests() > 0 ? 1 : 0);
      json.plainInteger("profiling_index", 0);
      json.text("phase_name", "profiling");
      json.text("phase_kind", "profiling");
    }
  }

  private void writeMetrics(JsonDocument json) throws IOException {
    Map<String, List<ServerSampleRow>> metrics = new LinkedHashMap<>();
    for (ServerSampleRow row : scrape) {
      SeriesId id = SeriesId.of(row);
      if (!id.isInfo()) {
        metrics.computeIfAbsent(id.aiperfName(), name -> new ArrayList<>()).add(row);
      }
    }
    for (Map.Entry<String, List<ServerSampleRow>> metric : metrics.entrySet()) {
      json.objects(metric.getKey(), metric.getValue(), row -> writeSample(json, row));
    }
  }

  private static void writeSample(JsonDocument json, ServerSampleRow row) throws IOException {
    if (!row.getLabels().isEmpty()) {
      json.object("labels", new TreeMap<>(row.getLabels()), json::text);
    }
    if (row.getHistogramSum() == null) {
      json.number("value", row.getValue());
      return;
    }
    json.object(
        "buckets",
        () -> {
          for (int i = 0; i < row.getBucketBounds().size(); i++) {
            json.number(
                SeriesId.boundText(row.getBucketBounds().get(i)), row.getBucketCounts().get(i));
          }
        });
    json.number("sum", row.getHistogramSum());
    json.number("count", row.getHistogramCount());
  }
}
