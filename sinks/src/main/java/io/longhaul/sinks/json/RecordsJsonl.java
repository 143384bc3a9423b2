package io.longhaul.sinks.json;

import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RowReader;
import io.longhaul.sinks.report.RunReport;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * {@code profile_export.jsonl}: a line for each request, read from the lake row by row, so the
 * length of a run does not matter. The order is the lake's: files by the ending of their first
 * request, in a file as they stand. Of very many requests there is a file for each hour instead.
 */
final class RecordsJsonl {
  /** About 4 GB with answers of 64 chunks: what tools that read it whole can hold. */
  static final long MOST_IN_ONE_FILE = 1_000_000;

  private static final long NANOS_PER_HOUR = 3_600_000_000_000L;

  /** Columns whose reading would cost as much as the rest and of which lines tell nothing. */
  private static final Set<String> NOT_IN_LINES =
      Set.of("labels", "chunk_tokens", "chunk_reads", "chunk_kinds");

  private final RunReport report;
  private final Lake lake;
  private final ExportLayout layout;
  private final RecordJson record;

  private RecordsJsonl(RunReport report, Lake lake, ExportLayout layout) {
    this.report = report;
    this.lake = lake;
    this.layout = layout;
    this.record = RecordJson.of(report.run());
  }

  /** Writes the requests, and removes files that an earlier writing has left of them. */
  static void write(RunReport report, Lake lake, ExportLayout layout, long mostInOneFile)
      throws IOException {
    RecordsJsonl records = new RecordsJsonl(report, lake, layout);
    boolean fits = lake.count(Dataset.REQUESTS, report.run().getRunId()) <= mostInOneFile;
    records.removeAllBut(fits ? records.writeOne() : records.writeHours());
  }

  private Set<Path> writeOne() throws IOException {
    JsonDocument.writeLines(
        layout.recordsJsonl(),
        lines -> forEach(row -> lines.line(json -> record.write(json, row))));
    return Set.of(layout.recordsJsonl());
  }

  private Set<Path> writeHours() throws IOException {
    try (Hours hours = new Hours()) {
      forEach(hours::add);
      hours.publish();
      return hours.written;
    }
  }

  /** Those that the report counts: after a crash not those behind the last slice. */
  private void forEach(RowReader<RequestRow> reader) throws IOException {
    long lastSlice = report.lastSlice();
    lake.forEachInTime(
        Dataset.REQUESTS,
        report.run().getRunId(),
        RequestRow::getEndedEpochNs,
        NOT_IN_LINES,
        row -> {
          if (row.getSliceIndex() <= lastSlice) {
            reader.row(row);
          }
        });
  }

  private void removeAllBut(Set<Path> written) throws IOException {
    try (DirectoryStream<Path> others =
        Files.newDirectoryStream(
            layout.folder(), file -> layout.isRecordsJsonl(file) && !written.contains(file))) {
      for (Path other : others) {
        Files.delete(other);
      }
    }
  }

  /**
   * Files that follow one another. A file ends with the first request that ended in a later hour;
   * one that comes after it in the lake and ended before it stands behind it.
   */
  private final class Hours implements Closeable {
    private final Set<Path> written = new HashSet<>();
    private long hour;
    private JsonLines open;

    void add(RequestRow row) throws IOException {
      long itsHour = Math.floorDiv(row.getEndedEpochNs(), NANOS_PER_HOUR);
      if (open == null || itsHour > hour) {
        publish();
        hour = itsHour;
        open = new JsonLines(layout.recordsJsonl(hour));
        written.add(layout.recordsJsonl(hour));
      }
      open.line(json -> record.write(json, row));
    }

    void publish() throws IOException {
      if (open != null) {
        open.publish();
      }
    }

    @Override
    public void close() throws IOException {
      if (open != null) {
        open.close();
      }
    }
  }
}
