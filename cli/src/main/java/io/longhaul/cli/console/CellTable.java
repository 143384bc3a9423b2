package io.longhaul.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.cli.console.TextTable.Column;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.json.ReadJson;
import java.io.IOException;
import java.util.List;

/** The table of a sweep's cells, read from its document. */
public final class CellTable {
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("Cell", "/name"),
          figure("requests/s", "request_throughput", "avg"),
          figure("TTFT", "time_to_first_token", "avg"),
          figure("TTFT p99", "time_to_first_token", "p99"),
          figure("ITL", "inter_token_latency", "avg"),
          figure("latency", "request_latency", "avg"),
          figure("latency p99", "request_latency", "p99"),
          figure("tokens/s", "output_token_throughput", "avg"));

  private CellTable() {}

  /**
   * Returns the table, with times in milliseconds, and the paths of its files, ending with a line
   * break.
   *
   * @throws IOException if the document cannot be read
   */
  public static String of(ExportLayout layout) throws IOException {
    return soFar(layout) + "\nFiles\n  " + layout.sweepJson() + "\n  " + layout.sweepCsv() + "\n";
  }

  /**
   * Returns the table without the paths.
   *
   * @throws IOException if the document cannot be read
   */
  public static String soFar(ExportLayout layout) throws IOException {
    JsonNode cells = ReadJson.from(layout.sweepJson()).path("per_combination_metrics");
    return "\n" + TextTable.of(cells, COLUMNS).text();
  }

  /** Returns the column of a figure; for a repeated cell the mean of its runs. */
  private static Column figure(String header, String tag, String statistic) {
    return new Column(
        header,
        cell -> {
          JsonNode metrics = cell.path("metrics");
          JsonNode mean = metrics.path(tag + "_" + statistic).path("mean");
          return Figures.of(mean.isMissingNode() ? metrics.path(tag).path(statistic) : mean);
        });
  }
}
