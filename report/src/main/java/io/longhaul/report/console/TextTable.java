package io.longhaul.report.console;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A plain-text table with a left-aligned first column and right-aligned other columns, each as wide
 * as its widest cell. Omits optional columns if the table is too wide.
 */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private List<String> optional = List.of();

  /**
   * A column of a table of JSON objects.
   *
   * @param cell formats the cell of an object
   */
  record Column(String header, Function<JsonNode, String> cell) {
    /** Returns a column of figures; cells without one contain a dash. */
    static Column figure(String header, String pointer) {
      return new Column(header, row -> Figures.of(row.at(pointer)));
    }

    static Column count(String header, String pointer) {
      return new Column(header, row -> Figures.count(row.at(pointer)));
    }

    static Column text(String header, String pointer) {
      return new Column(header, row -> row.at(pointer).asText());
    }
  }

  TextTable(String... header) {
    this(List.of(header));
  }

  public TextTable(List<String> header) {
    add(header);
  }

  /** Returns a table with a row for each JSON object. */
  static TextTable of(Iterable<JsonNode> objects, List<Column> columns) {
    TextTable table = new TextTable(columns.stream().map(Column::header).toList());
    objects.forEach(
        object -> table.add(columns.stream().map(column -> column.cell().apply(object)).toList()));
    return table;
  }

  /** Sets the optional columns, in the order in which they are omitted. */
  public TextTable optional(List<String> columns) {
    optional = List.copyOf(columns);
    return this;
  }

  /** Adds a row; missing cells at its end are empty. */
  public void add(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  boolean isEmpty() {
    return rows.size() == 1;
  }

  /** Returns the table with a rule below its header, indented by two spaces. */
  String text() {
    return text(Integer.MAX_VALUE);
  }

  /** Returns the table within the given columns, if the mandatory columns fit. */
  public String text(int terminalColumns) {
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

  /** Returns the total width; a column of width 0 is omitted. */
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
