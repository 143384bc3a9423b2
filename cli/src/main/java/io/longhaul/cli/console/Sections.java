package io.longhaul.cli.console;

/** Tables below their titles, for a terminal of some width. */
final class Sections {
  private final StringBuilder text;
  private final int columns;

  /**
   * @param text to which they are added
   * @param columns that a line may have; tables leave out what they can do without
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
