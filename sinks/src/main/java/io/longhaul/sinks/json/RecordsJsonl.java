package io.longhaul.sinks.json;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.report.RunReport;
import java.io.IOException;

/** {@code profile_export.jsonl}: metadata, metrics and the error of each request. */
final class RecordsJsonl {
  /**
   * Maximum number of lines per file: about 4 GB with responses of 64 chunks, for tools that read
   * it whole.
   */
  static final long MOST_IN_ONE_FILE = 1_000_000;

  private RecordsJsonl() {}

  static void write(RunReport report, Lake lake, ExportLayout layout, long mostInOneFile)
      throws IOException {
    RecordJson record =
        RecordJson.of(report.run(), layout.also().contains(OptionalExport.HTTP_TRACE));
    new RequestLines(new ReportedRequests(report, lake), layout.recordsJsonl(), record::write)
        .write(mostInOneFile);
  }
}
