package io.longhaul.sinks.parquet;

import io.longhaul.export.ServerSampleRow;
import io.longhaul.sinks.servers.MetricUnits;
import io.longhaul.sinks.servers.SeriesId;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * {@code server_metrics_export.parquet} in the format of AIPerf 0.13: one row per reading from the
 * start of the run on, for a histogram one row per bucket, with one column per label. Counters and
 * histograms are differences to the last reading before the start of the run, or else to the first
 * one. Rows must arrive in order of time. For one thread.
 */
public final class ServerMetricsTable implements Closeable {
  private static final List<String> BEFORE_LABELS =
      List.of("endpoint_url", "metric_name", "metric_type", "unit", "description");
  private static final String AT = "timestamp_ns";
  private static final String VALUE = "value";
  private static final String SUM = "sum";
  private static final String COUNT = "count";
  private static final String BOUND = "bucket_le";
  private static final String BUCKET_COUNT = "bucket_count";

  private final long startEpochNanos;
  private final SortedSet<String> labels;
  private final Schema schema;
  private final ParquetDocument<GenericRecord> file;
  private final Map<SeriesId, ServerSampleRow> references = new HashMap<>();

  /**
   * @param startEpochNanos start of the run
   * @param labelNames all label names; those equal to the name of another column get no column
   * @param metadata metadata of the file's footer
   */
  public ServerMetricsTable(
      Path file, long startEpochNanos, Collection<String> labelNames, Map<String, String> metadata)
      throws IOException {
    this.startEpochNanos = startEpochNanos;
    this.labels = labelColumns(labelNames);
    this.schema = schemaWith(labels);
    this.file = ParquetDocument.ofColumns(file, schema, metadata);
  }

  /** Returns the sorted labels that have a column. */
  public static SortedSet<String> labelColumns(Collection<String> labelNames) {
    SortedSet<String> columns = new TreeSet<>(labelNames);
    schemaWith(List.of()).getFields().forEach(own -> columns.remove(own.name()));
    return columns;
  }

  private static Schema schemaWith(Collection<String> labels) {
    SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("schema").fields();
    for (String column : BEFORE_LABELS) {
      fields = fields.optionalString(column);
    }
    fields = fields.optionalLong(AT);
    for (String label : labels) {
      fields = fields.optionalString(label);
    }
    return fields
        .optionalDouble(VALUE)
        .optionalDouble(SUM)
        .optionalDouble(COUNT)
        .optionalString(BOUND)
        .optionalDouble(BUCKET_COUNT)
        .endRecord();
  }

  /** Adds the next reading, in order of time. */
  public void add(ServerSampleRow row) throws IOException {
    SeriesId id = SeriesId.of(row);
    if (row.getAtEpochNs() < startEpochNanos) {
      references.put(id, row);
      return;
    }
    ServerSampleRow reference = references.computeIfAbsent(id, first -> row);
    if (row.getHistogramSum() == null) {
      GenericRecord cells = cells(row, id);
      boolean counter = id.isCounter();
      cells.put(VALUE, counter ? row.getValue() - reference.getValue() : row.getValue());
      file.row(cells);
    } else {
      addBuckets(row, reference, id);
    }
  }

  private void addBuckets(ServerSampleRow row, ServerSampleRow reference, SeriesId id)
      throws IOException {
    List<Double> counts = new ArrayList<>(row.getBucketCounts());
    if (row.getBucketBounds().equals(reference.getBucketBounds())) {
      for (int i = 0; i < counts.size(); i++) {
        counts.set(i, counts.get(i) - reference.getBucketCounts().get(i));
      }
    }
    for (int i = 0; i < counts.size(); i++) {
      GenericRecord cells = cells(row, id);
      cells.put(SUM, row.getHistogramSum() - reference.getHistogramSum());
      cells.put(COUNT, row.getHistogramCount() - reference.getHistogramCount());
      cells.put(BOUND, SeriesId.boundText(row.getBucketBounds().get(i)));
      cells.put(BUCKET_COUNT, counts.get(i));
      file.row(cells);
    }
  }

  private GenericRecord cells(ServerSampleRow row, SeriesId id) {
    GenericRecord cells = new GenericData.Record(schema);
    cells.put("endpoint_url", id.url());
    cells.put("metric_name", id.aiperfName());
    cells.put("metric_type", id.type());
    cells.put("unit", MetricUnits.of(id.aiperfName(), row.getHelp()).orElse(null));
    cells.put("description", row.getHelp());
    cells.put(AT, row.getAtEpochNs());
    id.labels()
        .forEach(
            (label, value) -> {
              if (labels.contains(label)) {
                cells.put(label, value);
              }
            });
    return cells;
  }

  /** Renames the file to its final name. */
  public void publish() throws IOException {
    file.publish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
