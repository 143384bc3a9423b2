package io.longhaul.report.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Metric.Console;
import io.longhaul.metrics.stats.NumberText;
import io.longhaul.report.json.ReadJson;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The content of {@code profile_export_console.txt} as AIPerf 0.13 writes it: errors, and one table
 * for each group of metrics. Built from {@code profile_export_aiperf.json}. Omits AIPerf's GPU
 * tables.
 *
 * @param export AIPerf's summary
 * @param title title of the endpoint's metrics
 * @param withHttpTrace whether to show the phases of HTTP exchanges
 */
public record AiperfConsole(JsonNode export, String title, boolean withHttpTrace) {
  private static final String NAME = "NVIDIA AIPerf | ";
  private static final String NONE = "N/A";

  /** The unit of a longer header is on a separate line. */
  private static final int MAX_HEADER_LENGTH_WITH_UNIT = 30;

  private static final int MESSAGE_COLUMNS = 80;

  /**
   * Reads the written documents.
   *
   * @param titles AIPerf's title of an endpoint type's metrics
   * @throws IOException if they cannot be read
   */
  public static AiperfConsole of(ExportLayout layout, UnaryOperator<String> titles)
      throws IOException {
    return new AiperfConsole(
        ReadJson.from(layout.profileJson()),
        titles.apply(MetricGroups.endpointType(ReadJson.from(layout.longhaulJson()))),
        layout.also().contains(OptionalExport.HTTP_TRACE_TABLE));
  }

  /** Returns the whole text, ending with a line break. */
  public String text() {
    StringBuilder text = new StringBuilder();
    if (export.has("is_complete") && !export.path("is_complete").asBoolean()) {
      text.append("\n\n").append(NAME).append("INCOMPLETE RESULTS\n");
      text.append(export.path("incomplete_reason").asText()).append('\n');
    }
    BoxTable errors = errors();
    if (!errors.isEmpty()) {
      text.append("\n\n").append(errors.text());
    }
    if (withHttpTrace) {
      addBlock(text, List.of(Console.HTTP_TRACE));
    }
    addBlock(text, MetricGroups.ALWAYS);
    return text.toString();
  }

  /** Adds tables without empty lines between them. */
  private void addBlock(StringBuilder text, List<Console> groups) {
    List<BoxTable> tables =
        groups.stream().map(this::group).filter(table -> !table.isEmpty()).toList();
    if (!tables.isEmpty()) {
      text.append("\n\n");
      tables.forEach(table -> text.append(table.text()));
    }
  }

  private BoxTable errors() {
    BoxTable table =
        new BoxTable(
            NAME + "Error Summary",
            List.of(
                BoxTable.Column.right("Code"),
                BoxTable.Column.right("Type"),
                new BoxTable.Column("Message", true),
                BoxTable.Column.right("Count")));
    for (JsonNode error : export.path("error_summary")) {
      JsonNode details = error.path("error_details");
      table.add(
          List.of(
              details.path("code").asText(NONE),
              details.path("type").asText(NONE),
              folded(details.path("message").asText()),
              error.path("count").asText()));
    }
    return table;
  }

  private static String folded(String message) {
    List<String> lines = new ArrayList<>();
    for (int at = 0; at < message.length(); at += MESSAGE_COLUMNS) {
      lines.add(message.substring(at, Math.min(message.length(), at + MESSAGE_COLUMNS)));
    }
    return String.join("\n", lines);
  }

  private BoxTable group(Console group) {
    String heading = NAME + MetricGroups.titleOf(group, title);
    BoxTable table =
        new BoxTable(heading, MetricGroups.COLUMNS.stream().map(BoxTable.Column::right).toList());
    MetricGroups.membersOf(group).stream()
        .filter(metric -> export.has(metric.tag()))
        .forEach(metric -> addRow(table, metric));
    return table;
  }

  private void addRow(BoxTable table, Metric metric) {
    JsonNode result = export.path(metric.tag());
    String header = metric.header();
    String unit = "(" + result.path("unit").asText() + ")";
    List<String> cells = new ArrayList<>();
    cells.add(header + (header.length() > MAX_HEADER_LENGTH_WITH_UNIT ? "\n" : " ") + unit);
    for (String statistic : MetricGroups.STATISTICS) {
      JsonNode value = result.path(statistic);
      cells.add(value.isNumber() ? NumberText.grouped(value.doubleValue()) : NONE);
    }
    table.add(cells);
  }
}
