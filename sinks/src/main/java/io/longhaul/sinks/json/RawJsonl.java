package io.longhaul.sinks.json;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.kept.StoredExchanges;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.report.RunReport;
import java.io.IOException;

/**
 * {@code profile_export_raw.jsonl}: the rows of the lake, joined with the content that generators
 * stored.
 */
final class RawJsonl {
  /** Maximum number of lines per file: about 10 GB with responses of 64 chunks. */
  static final long MOST_IN_ONE_FILE = 1_000_000;

  private RawJsonl() {}

  /**
   * Writes the lines.
   *
   * @return the number of requests without stored content: their lines have neither payload nor
   *     responses
   */
  static long write(RunReport report, Lake lake, ExportLayout layout, long mostInOneFile)
      throws IOException {
    try (StoredExchanges kept = new StoredExchanges(layout.kept())) {
      RawJson raw = new RawJson(RecordJson.of(report.run(), false), kept);
      new RequestLines(new ReportedRequests(report, lake), layout.rawJsonl(), raw::write)
          .write(mostInOneFile);
      return raw.withoutExchange();
    }
  }
}
