package io.longhaul.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.json.ReadJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The table of a sweep's cells, read from its document. */
public final class CellTable {
  private static final List<String> HEADERS =
      List.of("requests/s", "TTFT", "TTFT p99", "ITL", "latency", "latency p99", "tokens/s");

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
    JsonNode document = ReadJson.from(layout.sweepJson());
    TextTable table = new TextTable("Cell", HEADERS);
    for (JsonNode cell : document.path("per_combination_metrics")) {
      List<String> row = new ArrayList<>(List.of(cell.path("name").asText()));
      JsonNode metrics = cell.path("metrics");
      row.add(figure(metrics, "request_throughput", "avg"));
      row.add(figure(metrics, "time_to_first_token", "avg"));
      row.add(figure(metrics, "time_to_first_token", "p99"));
      row.add(figure(metrics, "inter_token_latency", "avg"));
      row.add(figure(metrics, "request_latency", "avg"));
      row.add(figure(metrics, "request_latency", "p99"));
      row.add(figure(metrics, "output_token_throughput", "avg"));
      table.add(row);
    }
    return "\n" + table.text();
  }

  /** Returns a figure of a cell; for a repeated cell the mean of its runs. */
  private static String figure(JsonNode metrics, String tag, String statistic) {
    JsonNode ofSeveral = metrics.path(tag + "_" + statistic).path("mean");
    return Figures.of(ofSeveral.isMissingNode() ? metrics.path(tag).path(statistic) : ofSeveral);
  }
}
