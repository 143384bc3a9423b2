package io.longhaul.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Fields of a line, the most important first, which are shortened or omitted to fit the width. */
final class LineFields {
  private static final String GAP = "  ";

  private final List<Field> fields = new ArrayList<>();

  private record Field(String full, String brief) {}

  /** Adds a field without a short form. */
  void add(String full) {
    add(full, full);
  }

  /**
   * @param brief short form for narrow terminals
   */
  void add(String full, String brief) {
    fields.add(new Field(full, brief));
  }

  /** Returns all fields in full. */
  String text() {
    return joined(Field::full, fields.size());
  }

  /**
   * Returns all fields in full if they fit into the given columns, otherwise the short forms
   * without the last fields.
   */
  String text(int columns) {
    String full = text();
    if (full.length() <= columns) {
      return full;
    }
    int left = fields.size();
    while (left > 1 && joined(Field::brief, left).length() > columns) {
      left--;
    }
    return joined(Field::brief, left);
  }

  private String joined(Function<Field, String> form, int first) {
    return String.join(GAP, fields.subList(0, first).stream().map(form).toList());
  }
}
