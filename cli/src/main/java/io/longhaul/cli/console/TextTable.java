package io.longhaul.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table of plain text: the first column to the left, the others to the right, each as wide as its
 * widest cell. Where there is no room for all, columns go that can be done without.
 */
final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private List<String> optional = List.of();

  TextTable(String... header) {
    rows.add(List.of(header));
  }

  TextTable(String first, List<String> others) {
    rows.add(Stream.concat(Stream.of(first), others.stream()).toList());
  }

  /** Names columns that can be done without, in the order in which they go. */
  TextTable optional(List<String> columns) {
    optional = List.copyOf(columns);
    return this;
  }

  /** Adds a row; what is missing at its end is empty. */
  void add(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  boolean isEmpty() {
    return rows.size() == 1;
  }

  /** The table with a line below its header; each line indented by two spaces. */
  String text() {
    return text(Integer.MAX_VALUE);
  }

  /** The same in so many columns of a terminal, if what cannot be done without has room there. */
  String text(int terminalColumns) {
    int[] widths = widths();
    for (int i = 0; i < optional.size() && lengthOf(widths) > terminalColumns; i++) {
      widths[rows.get(0).indexOf(optional.get(i))] = 0;
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

  private int[] widths() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    return widths;
  }

  /** A column without width is not there. */
  private static int lengthOf(int[] widths) {
    int length = 0;
    for (int width : widths) {
      length += width == 0 ? 0 : GAP.length() + width;
    }
    return length;
  }

  private static void appendRow(StringBuilder text, List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      if (widths[column] > 0) {
        String cell = row.get(column);
        String padding = " ".repeat(widths[column] - cell.length());
        line.append(GAP).append(column == 0 ? cell + padding : padding + cell);
      }
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static void appendRule(StringBuilder text, int[] widths) {
    for (int width : widths) {
      text.append(width == 0 ? "" : GAP + "─".repeat(width));
    }
    text.append('\n');
  }
}
