package io.longhaul.report.aiperf;

import io.longhaul.export.RunRow;
import io.longhaul.export.ServerPage;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.export.ServerSliceRow;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.json.Configuration;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.report.json.ServerMetricsFormat;
import io.longhaul.report.servers.PageFigures;
import io.longhaul.report.servers.SeriesFigures;
import io.longhaul.report.servers.ServerFigures;
import io.longhaul.report.servers.ServerFiguresFold;
import io.longhaul.report.servers.ServerSlicer;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RowReader;
import io.longhaul.sinks.parquet.ParquetDocument;
import io.longhaul.sinks.parquet.ServerMetricsTable;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Writes server metrics: AIPerf's files and {@code server_slices.parquet}. Reads the lake row by
 * row, so that memory does not grow with the run.
 */
public record ServerMetricsDocuments(
    RunReport report, Lake lake, ExportLayout layout, RowReader<ServerSliceRow> sliceReader) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Writes the requested formats; nothing if there are no server metrics.
   *
   * @param sliceReader also receives the rows of {@code server_slices.parquet}
   */
  public static void write(
      RunReport report, Lake lake, ExportLayout layout, RowReader<ServerSliceRow> sliceReader)
      throws IOException {
    if (isSliced(report) && lake.count(Dataset.SERVER_SAMPLES, report.run().getRunId()) > 0) {
      Configuration configuration = Configuration.of(report.run());
      new ServerMetricsDocuments(report, lake, layout, sliceReader)
          .write(configuration.serverMetricsFormats());
    }
  }

  /** Reads the rows that {@code server_slices.parquet} has or would have. */
  public static void readSlices(RunReport report, Lake lake, RowReader<ServerSliceRow> sliceReader)
      throws IOException {
    if (isSliced(report)) {
      ServerSlicer slicer = new ServerSlicer(report.run(), sliceReader);
      lake.forEachInTime(Dataset.SERVER_SAMPLES, report.run().getRunId(), slicer::add);
      slicer.finish();
    }
  }

  /** Returns whether the run has slices: not if it crashed immediately. */
  private static boolean isSliced(RunReport report) {
    return report.run().getSliceDurationNs() > 0;
  }

  private void write(Set<ServerMetricsFormat> formats) throws IOException {
    ServerFigures figures = writeSlices();
    if (formats.contains(ServerMetricsFormat.JSON)) {
      JsonDocument.write(
          layout.serverMetrics(".json"),
          json -> new ServerMetricsJson(json, report, figures).write());
    }
    if (formats.contains(ServerMetricsFormat.CSV)) {
      ServerMetricsCsv.of(report, figures).replace(layout.serverMetrics(".csv"));
    }
    if (formats.contains(ServerMetricsFormat.JSONL)) {
      JsonDocument.writeLines(
          layout.serverMetrics(".jsonl"),
          lines -> {
            ServerMetricsJsonl jsonl = new ServerMetricsJsonl(report, lines);
            read(jsonl::add);
            jsonl.finish();
          });
    }
    if (formats.contains(ServerMetricsFormat.PARQUET)) {
      writeTable(figures);
    }
  }

  private void read(RowReader<ServerSampleRow> reader) throws IOException {
    lake.forEachInTime(Dataset.SERVER_SAMPLES, report.run().getRunId(), reader);
  }

  /** Writes slices while aggregating the figures. */
  private ServerFigures writeSlices() throws IOException {
    RunRow run = report.run();
    ServerFiguresFold fold =
        new ServerFiguresFold(report.startEpochNanos(), run.getSliceDurationNs());
    try (ParquetDocument<ServerSliceRow> slices =
        ParquetDocument.ofRows(
            layout.serverSlices(),
            ServerSliceRow.class,
            Map.of("longhaul.schema.version", "1", "longhaul.run_id", run.getRunId()))) {
      ServerSlicer slicer =
          new ServerSlicer(
              run,
              row -> {
                slices.row(row);
                sliceReader.row(row);
              });
      read(
          row -> {
            fold.add(row);
            slicer.add(row);
          });
      slicer.finish();
      slices.publish();
    }
    return fold.finish();
  }

  private void writeTable(ServerFigures figures) throws IOException {
    Set<String> labels = new TreeSet<>();
    figures.series().forEach(series -> labels.addAll(series.id().labels().keySet()));
    try (ServerMetricsTable table =
        new ServerMetricsTable(
            layout.serverMetrics(".parquet"),
            report.startEpochNanos(),
            labels,
            metadata(figures, labels))) {
      read(table::add);
      table.publish();
    }
  }

  /** Returns AIPerf's metadata, without the machine and the time of writing. */
  private Map<String, String> metadata(ServerFigures figures, Collection<String> labels) {
    long start = report.startEpochNanos();
    long end =
        figures.pages().stream()
            .mapToLong(PageFigures::lastScrapeEpochNanos)
            .max()
            .orElse(report.endEpochNanos());
    Map<String, Integer> types =
        new TreeMap<>(Map.of("gauge", 0, "counter", 0, "histogram", 0, "unknown", 0));
    Set<String> metrics = new TreeSet<>();
    for (SeriesFigures series : figures.series()) {
      if (metrics.add(series.id().url() + " " + series.id().aiperfName())) {
        types.merge(series.id().type(), 1, Integer::sum);
      }
    }
    Collection<String> columns = ServerMetricsTable.labelColumns(labels);
    Configuration configuration = Configuration.of(report.run());
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("aiperf.schema_version", "1.0");
    metadata.put("aiperf.version", ProfileJson.COMPATIBLE_VERSION);
    metadata.put("aiperf.benchmark_id", report.run().getRunId());
    metadata.put("aiperf.exporter", "ServerMetricsParquetExporter");
    metadata.put("aiperf.time_filter_start_ns", Long.toString(start));
    metadata.put("aiperf.time_filter_end_ns", Long.toString(end));
    metadata.put("aiperf.profiling_duration_ns", Long.toString(end - start));
    metadata.put(
        "aiperf.profiling_duration_seconds", Double.toString((end - start) / NANOS_PER_SECOND));
    metadata.put("aiperf.input_config", configuration.inputConfig().toString());
    metadata.put(
        "aiperf.endpoint_urls",
        JsonDocument.compact(figures.pages().stream().map(PageFigures::url).toList()));
    metadata.put("aiperf.endpoint_count", Integer.toString(figures.pages().size()));
    metadata.put("aiperf.label_columns", JsonDocument.compact(columns));
    metadata.put("aiperf.label_count", Integer.toString(columns.size()));
    metadata.put("aiperf.metric_count", Integer.toString(metrics.size()));
    metadata.put("aiperf.metric_type_counts", JsonDocument.compact(types));
    metadata.put(
        "aiperf.schema_note",
        "Label columns vary by endpoint/model. Use union_by_name=true for cross-file queries.");
    return metadata;
  }

  /** Returns the pages that were scraped, successfully or not. */
  static Set<String> pagesOf(RunReport report, ServerFigures figures) {
    Set<String> urls =
        report.run().getServerPages().stream()
            .map(ServerPage::getUrl)
            .collect(Collectors.toCollection(TreeSet::new));
    figures.pages().forEach(page -> urls.add(page.url()));
    return urls;
  }
}
