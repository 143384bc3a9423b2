package io.longhaul.sinks.compact;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowHash;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Writes the rows of a finished run to a new lake with few large files, in order of time.
 *
 * <pre>
 *   .lake.draft/   hidden; whatever a killed process left there is deleted first
 *        │ its files contain the same rows as the old ones; its manifest is written
 *        ▼ one rename
 *   lake/          complete from the first moment on
 * </pre>
 *
 * @param from lake of the run, and possibly of other runs
 * @param runId a run that has ended
 * @param into folder of the new lake, which must not exist
 * @param fileBytes approximate size of a full file
 * @param rowGroupBytes approximate size of a row group in memory
 */
public record Compaction(Lake from, String runId, Path into, long fileBytes, long rowGroupBytes) {
  /** Some hundred megabytes of requests with long responses. */
  static final int MAX_WAITING_ROWS = 50_000;

  /** Creates a compaction with the usual sizes. */
  public Compaction(Lake from, String runId, Path into) {
    this(from, runId, into, RowFiles.FILE_BYTES, RowFiles.ROW_GROUP_BYTES);
  }

  /**
   * What was compacted.
   *
   * @param bytesBefore size of the old files
   */
  public record Result(
      long rows, int filesBefore, long bytesBefore, int filesAfter, long bytesAfter) {}

  /** Returns whether the run has a summary, after which its rows do not change. */
  public boolean isFinished() throws IOException {
    return from.count(Dataset.RUNS, runId) > 0;
  }

  /**
   * Writes the new lake.
   *
   * @throws IOException if a file cannot be read or written, or the new files contain other rows
   *     than the old ones; then there is no new lake
   */
  public Result run() throws IOException {
    try (LakeDraft draft = LakeDraft.of(into)) {
      Lake written = draft.lake();
      long rows = 0;
      for (Dataset<?> dataset : Dataset.ALL) {
        rows += compact(dataset, written);
      }
      List<Path> before = files(from);
      List<Path> after = files(written);
      Result result = new Result(rows, before.size(), bytes(before), after.size(), bytes(after));
      draft.publish(runId);
      return result;
    }
  }

  private <T extends SpecificRecordBase> long compact(Dataset<T> dataset, Lake written)
      throws IOException {
    List<Path> files = from.files(dataset, runId);
    if (files.isEmpty()) {
      return 0;
    }
    RowHash before = new RowHash();
    try (RowFiles<T> output = new RowFiles<>(dataset, written, runId, fileBytes, rowGroupBytes)) {
      new TimeOrder<>(dataset, MAX_WAITING_ROWS)
          .forEach(
              files,
              row -> {
                before.add(row);
                output.row(row);
              });
    }
    RowHash after = RowHash.of(written, dataset, runId);
    if (before.rows() != after.rows() || !before.toString().equals(after.toString())) {
      throw new IOException(
          "Cannot compact %s of run %s: the new files contain other rows (%d with hash %s) than the old ones (%d with hash %s)"
              .formatted(dataset, runId, after.rows(), after, before.rows(), before));
    }
    return before.rows();
  }

  private List<Path> files(Lake lake) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      files.addAll(lake.files(dataset, runId));
    }
    return files;
  }

  private static long bytes(List<Path> files) throws IOException {
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    return bytes;
  }
}
