package io.longhaul.sinks.json;

import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RowReader;
import io.longhaul.sinks.report.RunReport;
import java.io.IOException;
import java.util.Set;

/**
 * The requests that a report counts, read from the lake row by row: after a crash not those behind
 * the last slice. They come in the lake's order: files by the ending of their first request, in a
 * file as they stand.
 */
record ReportedRequests(RunReport report, Lake lake) {

  /** How many rows there are, counted or not. */
  long rows() throws IOException {
    return lake.count(Dataset.REQUESTS, report.run().getRunId());
  }

  /**
   * Shows each of them.
   *
   * @param unread lists and maps that are not wanted
   */
  void forEach(Set<String> unread, RowReader<RequestRow> reader) throws IOException {
    long lastSlice = report.lastSlice();
    lake.forEachInTime(
        Dataset.REQUESTS,
        report.run().getRunId(),
        RequestRow::getEndedEpochNs,
        unread,
        row -> {
          if (row.getSliceIndex() <= lastSlice) {
            reader.row(row);
          }
        });
  }
}
