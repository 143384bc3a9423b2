package io.longhaul.sinks.parquet;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.ExportSinks;
import java.net.URI;
import java.nio.file.Path;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

/**
 * Writes the datasets of the lake as Parquet files, exactly once.
 *
 * <pre>
 *   row → day and run of the row → .DAY.RUN.part-….inprogress.…   (hidden; the row group's buffer)
 *                                │ checkpoint begins: the file is closed, pending
 *                                ▼ checkpoint complete
 *                           DAY.RUN.part-….parquet          (finished; never changes again)
 * </pre>
 *
 * Each checkpoint ends a file, so that the checkpoint interval is the maximum age of an open file.
 * Until the rename a file is hidden by its name; readers see only complete files.
 */
public final class ParquetSinks implements ExportSinks {
  private final URI lake;

  /**
   * @param lake the lake's folder; created if it does not exist
   */
  public ParquetSinks(Path lake) {
    this.lake = lake.toUri();
  }

  @Override
  public <T extends SpecificRecordBase> Sink<T> sink(Dataset<T> dataset) {
    Path folder = ExportLayout.dataset(Path.of(lake), dataset);
    RunBuckets<T> buckets = new RunBuckets<>(dataset);
    return FileSink.forBulkFormat(
            new org.apache.flink.core.fs.Path(folder.toUri()), RowWriters.factory(dataset))
        .withBucketAssigner(buckets)
        .withRollingPolicy(OnCheckpointRollingPolicy.build())
        .withOutputFileConfig(buckets.names())
        .build();
  }
}
