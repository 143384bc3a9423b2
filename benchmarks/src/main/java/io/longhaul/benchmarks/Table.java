package io.longhaul.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A text table with a header; the first column is left-aligned, the others are right-aligned. */
final class Table {
  private static final String GAP = "   ";

  private final List<List<String>> lines = new ArrayList<>();

  Table(String... head) {
    lines.add(List.of(head));
  }

  /** Adds a line; numbers have at least three significant digits, other cells are unchanged. */
  void add(Object... cells) {
    List<String> line = new ArrayList<>();
    for (Object cell : cells) {
      line.add(cell instanceof Double number ? text(number) : cell.toString());
    }
    lines.add(line);
  }

  /** Returns a number with at least three significant digits. */
  static String text(double number) {
    double size = Math.abs(number);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + decimals + "f", number);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder row = new StringBuilder();
      for (int column = 0; column < line.size(); column++) {
        int width = widthOf(column);
        String format = column == 0 ? "%-" + width + "s" : GAP + "%" + width + "s";
        row.append(String.format(Locale.ROOT, format, line.get(column)));
      }
      text.append(row.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int widthOf(int column) {
    return lines.stream()
        .filter(line -> column < line.size())
        .mapToInt(line -> line.get(column).length())
        .max()
        .orElseThrow();
  }
}
