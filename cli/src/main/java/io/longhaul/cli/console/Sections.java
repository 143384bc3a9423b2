package io.longhaul.cli.console;

/** Appends titled tables for a terminal of a given width. */
final class Sections {
  private final StringBuilder text;
  private final int columns;

  /**
   * @param text text to which the tables are appended
   * @param columns maximum columns of a line; narrow tables omit optional columns
   */
  Sections(StringBuilder text, int columns) {
    this.text = text;
    this.columns = columns;
  }

  /** Adds a table unless it is empty. */
  void add(String title, TextTable table) {
    if (!table.isEmpty()) {
      text.append('\n').append(title).append('\n').append(table.text(columns));
    }
  }
}
