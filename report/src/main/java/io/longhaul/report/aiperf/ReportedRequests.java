package io.longhaul.report.aiperf;

import io.longhaul.export.RequestRow;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RowReader;
import java.io.IOException;
import java.util.Set;

/**
 * The requests that a report counts, read from the lake row by row: after a crash, without those
 * after the last slice. Files are read in order of the end of their first request, the rows of a
 * file in their order.
 */
public record ReportedRequests(RunReport report, Lake lake) {

  /** Returns the number of rows, counted or not. */
  long rows() throws IOException {
    return lake.count(Dataset.REQUESTS, report.run().getRunId());
  }

  /**
   * Reads each request.
   *
   * @param unread list and map columns to skip
   */
  void forEach(Set<String> unread, RowReader<RequestRow> reader) throws IOException {
    long lastSlice = report.lastSlice();
    RequestsAhead.forEach(
        rows -> lake.forEachInTime(Dataset.REQUESTS, report.run().getRunId(), unread, rows),
        row -> {
          if (row.getSliceIndex() <= lastSlice) {
            reader.row(row);
          }
        });
  }
}
