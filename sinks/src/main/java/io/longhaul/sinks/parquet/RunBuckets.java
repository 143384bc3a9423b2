package io.longhaul.sinks.parquet;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowFile;
import java.time.LocalDate;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * One bucket per day and run, with all files in the dataset's folder. The path of a bucket leads
 * into a subfolder and out again, since Flink joins the bucket's and the file's names into one
 * path. Finer buckets would need more memory: every open bucket keeps a row group in memory.
 */
final class RunBuckets<T extends SpecificRecordBase> implements BucketAssigner<T, String> {
  private static final long serialVersionUID = 1;
  private static final String BACK = "/..";

  private final Dataset<T> dataset;
  private final Names names = new Names();

  private @Nullable LocalDate day;
  private String run = "";
  private String bucket = "";

  RunBuckets(Dataset<T> dataset) {
    this.dataset = dataset;
  }

  /** Returns the names of the files of the buckets. */
  OutputFileConfig names() {
    return names;
  }

  @Override
  public String getBucketId(T row, Context context) {
    LocalDate dayOfRow = dataset.dayOf(row);
    String runOfRow = dataset.runOf(row);
    if (!dayOfRow.equals(day) || !runOfRow.equals(run)) {
      day = dayOfRow;
      run = runOfRow;
      names.start = RowFile.nameStart(dayOfRow, runOfRow);
      bucket = names.start + BACK;
    }
    return bucket;
  }

  @Override
  public SimpleVersionedSerializer<String> getSerializer() {
    return SimpleVersionedStringSerializer.INSTANCE;
  }

  /**
   * Flink uses one name for all buckets of a writer. It starts a file only for the row whose bucket
   * was requested last, on the same thread; therefore the last bucket is that of the file. A test
   * verifies this against the rows in the files.
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
