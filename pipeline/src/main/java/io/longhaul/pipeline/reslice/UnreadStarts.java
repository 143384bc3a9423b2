package io.longhaul.pipeline.reslice;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.FilePart;
import io.longhaul.sinks.parquet.ParquetColumn;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which the files of a run's requests are read, and at each place the earliest start
 * of the requests that follow, so that slices before it are complete. Memory grows by 8 bytes for
 * each {@link #BATCH} requests.
 *
 * @param files in the order of their first rows, in which each lane's requests are in the order of
 *     the log
 */
record UnreadStarts(List<FileStarts> files) {
  /** Number of rows after which slices may become complete. */
  static final int BATCH = 1_024;

  private static final long NO_ROW = Long.MAX_VALUE;

  /**
   * A file.
   *
   * @param earliest by batch: the earliest start in it and in everything that is read after it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record FileStarts(Path file, long firstEnd, long[] earliest) {}

  static UnreadStarts of(Lake lake, String runId) throws IOException {
    ParquetFooters footers = new ParquetFooters();
    List<FileStarts> files = new ArrayList<>();
    for (Path file : lake.files(Dataset.REQUESTS, runId)) {
      FilePart whole = footers.whole(file);
      if (whole.rows() > 0) {
        files.add(read(whole, footers));
      }
    }
    files.sort(Comparator.comparingLong(FileStarts::firstEnd));
    long after = NO_ROW;
    for (int i = files.size() - 1; i >= 0; i--) {
      long[] earliest = files.get(i).earliest();
      for (int batch = earliest.length - 1; batch >= 0; batch--) {
        after = Math.min(after, earliest[batch]);
        earliest[batch] = after;
      }
    }
    return new UnreadStarts(List.copyOf(files));
  }

  private static FileStarts read(FilePart whole, ParquetFooters footers) throws IOException {
    long[] starts = new long[Math.toIntExact(whole.rows())];
    // The last one that is known is the start.
    for (String column : List.of("handed_epoch_ns", "sent_epoch_ns", "connect_started_epoch_ns")) {
      ParquetColumn.readNumbers(footers, whole, column, (row, nanos) -> starts[(int) row] = nanos);
    }
    // Requests of the warm-up count in no slice.
    ParquetColumn.readNumbers(
        footers,
        whole,
        "slice_index",
        (row, slice) -> starts[(int) row] = slice < 0 ? NO_ROW : starts[(int) row]);
    long[] firstEnd = {NO_ROW};
    ParquetColumn.readNumbers(
        footers,
        whole,
        Dataset.REQUESTS.timeColumn(),
        (row, nanos) -> firstEnd[0] = row == 0 ? nanos : firstEnd[0]);
    long[] earliest = new long[(starts.length - 1) / BATCH + 1];
    Arrays.fill(earliest, NO_ROW);
    for (int row = 0; row < starts.length; row++) {
      earliest[row / BATCH] = Math.min(earliest[row / BATCH], starts[row]);
    }
    return new FileStarts(whole.file(), firstEnd[0], earliest);
  }
}
