package io.longhaul.sinks.parquet;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowFile;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;

/**
 * A file for each day and run, all of them in the dataset's folder. A bucket's name leads into a
 * folder of its own and out again, for Flink makes one path of a bucket's name and a file's. No
 * finer: every open bucket holds a row group in memory.
 */
final class RunBuckets<T extends SpecificRecordBase> implements BucketAssigner<T, String> {
  private static final long serialVersionUID = 1;
  private static final String BACK = "/..";

  private final Dataset<T> dataset;
  private final Names names = new Names();

  RunBuckets(Dataset<T> dataset) {
    this.dataset = dataset;
  }

  /** How the files of the buckets are called. */
  OutputFileConfig names() {
    return names;
  }

  @Override
  public String getBucketId(T row, Context context) {
    names.start = RowFile.nameStart(dataset.dayOf(row), dataset.runId().of(row));
    return names.start + BACK;
  }

  @Override
  public SimpleVersionedSerializer<String> getSerializer() {
    return SimpleVersionedStringSerializer.INSTANCE;
  }

  /**
   * Flink gives all buckets of a writer the same names. It begins a file only for the row whose
   * bucket it has just been given, on the same thread: so the newest bucket is the file's. A test
   * holds this against the rows in the files.
   */
  private static final class Names extends OutputFileConfig {
    private static final long serialVersionUID = 1;

    private String start = "";

    Names() {
      super("", RowFile.ENDING);
    }

    @Override
    public String getPartPrefix() {
      return start;
    }
  }
}
