package io.longhaul.sinks.parquet;

import io.longhaul.sinks.Dataset;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;

/**
 * Hive partitions {@code dt=YYYY-MM-DD/run_id=…}, by the row's own day in UTC. No deeper: every
 * open bucket holds a row group in memory.
 */
final class RunBuckets<T extends SpecificRecordBase> implements BucketAssigner<T, String> {
  private static final long serialVersionUID = 1;

  /** Rows of no run. Run ids begin with a letter or digit, so none is called so. */
  static final String NO_RUN = "_none";

  private final Dataset<T> dataset;

  RunBuckets(Dataset<T> dataset) {
    this.dataset = dataset;
  }

  @Override
  public String getBucketId(T row, Context context) {
    String runId = dataset.runId().of(row);
    LocalDate day =
        LocalDate.ofInstant(Instant.ofEpochMilli(dataset.epochMillis().of(row)), ZoneOffset.UTC);
    return "dt=" + day + "/run_id=" + (runId.isEmpty() ? NO_RUN : runId);
  }

  @Override
  public SimpleVersionedSerializer<String> getSerializer() {
    return SimpleVersionedStringSerializer.INSTANCE;
  }
}
