package io.longhaul.cli.console;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The console table of GenAI-Perf 24.03, from the CSV file in that release's format. */
final class Release2403Table {
  private static final String TITLE = "PA LLM Metrics";
  private static final List<String> SHOWN = List.of("avg", "min", "max", "p99", "p90", "p75");

  private final List<List<String>> rows = new ArrayList<>();
  private final StringBuilder below = new StringBuilder();

  private Release2403Table() {}

  /**
   * Returns the table and two lines below it, ending with a line break.
   *
   * @throws IOException if the file cannot be read
   */
  static String of(Path csv) throws IOException {
    Release2403Table table = new Release2403Table();
    List<String> lines = Files.readAllLines(csv);
    List<String> columns = Arrays.asList(lines.get(0).split(",", -1));
    table.rows.add(cells("Statistic", SHOWN));
    for (String line : lines.subList(1, lines.size())) {
      table.add(List.of(line.split(",", -1)), columns);
    }
    return table.text();
  }

  private void add(List<String> cells, List<String> columns) {
    String name = nameOf(cells.get(0));
    if (cells.size() < columns.size()) {
      below.append(name).append(": ").append(cells.get(1)).append('\n');
    } else {
      rows.add(
          cells(
              name,
              SHOWN.stream()
                  .map(shown -> cells.get(columns.indexOf(shown)))
                  .map(Release2403Table::grouped)
                  .toList()));
    }
  }

  private static List<String> cells(String first, List<String> others) {
    List<String> cells = new ArrayList<>(List.of(first));
    cells.addAll(others);
    return cells;
  }

  /** Converts {@code request_latency(ns)} to {@code Request latency (ns)}. */
  private static String nameOf(String column) {
    String words = column.replace('_', ' ').replace("(", " (");
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private static String grouped(String digits) {
    return String.format(Locale.ROOT, "%,d", new BigInteger(digits));
  }

  private String text() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length() + 2);
      }
    }
    String header = line(rows.get(0), widths, "┃");
    StringBuilder text = new StringBuilder();
    text.append(" ".repeat((header.length() - TITLE.length()) / 2)).append(TITLE).append('\n');
    text.append(rule(widths, "┏", "━", "┳", "┓"));
    text.append(header).append('\n');
    text.append(rule(widths, "┡", "━", "╇", "┩"));
    for (List<String> row : rows.subList(1, rows.size())) {
      text.append(line(row, widths, "│")).append('\n');
    }
    text.append(rule(widths, "└", "─", "┴", "┘"));
    return text.append(below).toString();
  }

  private static String line(List<String> row, int[] widths, String wall) {
    StringBuilder line = new StringBuilder(wall);
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      line.append(" ".repeat(widths[i] - 1 - cell.length())).append(cell).append(' ').append(wall);
    }
    return line.toString();
  }

  private static String rule(
      int[] widths, String left, String dash, String crossing, String right) {
    return Arrays.stream(widths)
        .mapToObj(dash::repeat)
        .collect(Collectors.joining(crossing, left, right + "\n"));
  }
}
