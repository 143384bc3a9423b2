package io.longhaul.cli.console;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of plain text: the first column to the left, the others to the right, each as wide as its
 * widest cell.
 */
final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... header) {
    rows.add(List.of(header));
  }

  void add(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  boolean isEmpty() {
    return rows.size() == 1;
  }

  /** The table with a line below its header; each line indented by two spaces. */
  String text() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      appendRow(text, rows.get(i), widths);
      if (i == 0) {
        appendRule(text, widths);
      }
    }
    return text.toString();
  }

  private static void appendRow(StringBuilder text, List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder(GAP);
    for (int column = 0; column < row.size(); column++) {
      String cell = row.get(column);
      String padding = " ".repeat(widths[column] - cell.length());
      line.append(column == 0 ? cell + padding : padding + cell).append(GAP);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static void appendRule(StringBuilder text, int[] widths) {
    text.append(GAP);
    for (int column = 0; column < widths.length; column++) {
      text.append("─".repeat(widths[column])).append(column < widths.length - 1 ? GAP : "");
    }
    text.append('\n');
  }
}
