package io.longhaul.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Parts of a line, the most important first, told in as many words as there is room for. */
final class LineFields {
  private static final String GAP = "  ";

  private final List<Field> fields = new ArrayList<>();

  private record Field(String full, String brief) {}

  /** A field that is told in the same way wherever there is room. */
  void add(String full) {
    add(full, full);
  }

  /**
   * @param brief the same for a narrow terminal
   */
  void add(String full, String brief) {
    fields.add(new Field(full, brief));
  }

  /** In full words, however long. */
  String text() {
    return joined(Field::full, fields.size());
  }

  /** In full words if they fit into so many columns; else briefly, without the last fields. */
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
