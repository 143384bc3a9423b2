package io.longhaul.sinks.json;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.kept.StoredExchanges;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.report.RunReport;
import java.io.IOException;

/**
 * {@code profile_export_raw.jsonl}: the rows of the lake, each joined with what its generator kept
 * of it.
 */
final class RawJsonl {
  /** About 10 GB with answers of 64 chunks, which stand in it as they came. */
  static final long MOST_IN_ONE_FILE = 1_000_000;

  private RawJsonl() {}

  /**
   * Writes the lines.
   *
   * @return of how many requests nothing was kept: their lines have neither payload nor responses
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
