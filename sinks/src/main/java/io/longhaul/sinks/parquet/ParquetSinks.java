package io.longhaul.sinks.parquet;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.ExportSinks;
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
 * Until the rename a file is hidden by its name; readers see only complete files. In an object
 * store, an object does not exist until its checkpoint is complete: its parts have been uploaded
 * before.
 */
public final class ParquetSinks implements ExportSinks {
  private final Path lake;

  /**
   * @param lake the lake's folder, on a disk or in an object store; created if it does not exist
   */
  public ParquetSinks(Path lake) {
    this.lake = lake;
  }

  @Override
  public <T extends SpecificRecordBase> Sink<T> sink(Dataset<T> dataset) {
    Path folder = ExportLayout.dataset(lake, dataset);
    RunBuckets<T> buckets = new RunBuckets<>(dataset);
    return FileSink.forBulkFormat(
            new org.apache.flink.core.fs.Path(folder.toUri()), RowWriters.factory(dataset))
        .withBucketAssigner(buckets)
        .withRollingPolicy(OnCheckpointRollingPolicy.build())
        .withOutputFileConfig(buckets.names())
        .build();
  }
}
