package io.longhaul.report.console;

import java.util.ArrayList;
import java.util.List;

/**
 * A table in AIPerf's style: a box below a centered title. Cells may have several lines; a column
 * is as wide as its widest line.
 */
public final class BoxTable {
  private final String title;
  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * A column.
   *
   * @param left whether it is left-aligned; otherwise it is right-aligned
   */
  public record Column(String name, boolean left) {
    public static Column right(String name) {
      return new Column(name, false);
    }
  }

  public BoxTable(String title, List<Column> columns) {
    this.title = title;
    this.columns = List.copyOf(columns);
  }

  /** Adds a row with one cell for each column. */
  public void add(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Returns title and table, with a line break after each line. */
  public String text() {
    int[] widths = widths();
    StringBuilder text = new StringBuilder(centered(title, widths));
    text.append(rule("┏", "━", "┳", "┓", widths));
    addRow(text, "┃", columns.stream().map(Column::name).toList(), widths);
    text.append(rule("┡", "━", "╇", "┩", widths));
    rows.forEach(row -> addRow(text, "│", row, widths));
    text.append(rule("└", "─", "┴", "┘", widths));
    return text.toString();
  }

  private int[] widths() {
    int[] widths = columns.stream().mapToInt(column -> length(column.name())).toArray();
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        int index = i;
        row.get(i).lines().forEach(line -> widths[index] = Math.max(widths[index], length(line)));
      }
    }
    return widths;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String centered(String title, int[] widths) {
    int width = 1;
    for (int each : widths) {
      width += each + 3;
    }
    int left = Math.max(0, (width - length(title)) / 2);
    int right = Math.max(0, width - length(title) - left);
    return " ".repeat(left) + title + " ".repeat(right) + "\n";
  }

  private static String rule(String begin, String line, String cross, String end, int[] widths) {
    List<String> pieces = new ArrayList<>();
    for (int width : widths) {
      pieces.add(line.repeat(width + 2));
    }
    return begin + String.join(cross, pieces) + end + "\n";
  }

  private void addRow(StringBuilder text, String border, List<String> cells, int[] widths) {
    List<List<String>> lines = cells.stream().map(cell -> cell.lines().toList()).toList();
    int height = lines.stream().mapToInt(List::size).max().orElse(0);
    for (int line = 0; line < height; line++) {
      text.append(border);
      for (int i = 0; i < widths.length; i++) {
        String cell = line < lines.get(i).size() ? lines.get(i).get(line) : "";
        String blank = " ".repeat(widths[i] - length(cell));
        text.append(' ').append(columns.get(i).left() ? cell + blank : blank + cell);
        text.append(' ').append(border);
      }
      text.append('\n');
    }
  }
}
