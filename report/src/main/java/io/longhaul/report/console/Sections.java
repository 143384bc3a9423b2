package io.longhaul.report.console;

import java.util.regex.Pattern;

/** The sections of a report for a terminal of a given width. */
final class Sections {
  private static final String INDENT = "    ";
  private static final Pattern SPACES = Pattern.compile("\\s+");

  private final StringBuilder text = new StringBuilder();
  private final int columns;

  /**
   * @param columns maximum columns of a line; narrow tables omit optional columns
   */
  Sections(int columns) {
    this.columns = columns;
  }

  /** Adds a table unless it is empty. */
  void add(String title, TextTable table) {
    if (!table.isEmpty()) {
      heading(title);
      text.append(table.text(columns));
    }
  }

  /** Adds a heading after an empty line. */
  void heading(String title) {
    text.append('\n').append(title).append('\n');
  }

  /** Adds an indented line. */
  void line(String content) {
    text.append("  ").append(content).append('\n');
  }

  /** Adds a line that is wrapped at words; continuation lines are indented further. */
  void wrapped(String content) {
    StringBuilder line = new StringBuilder();
    for (String word : SPACES.splitAsStream(content).toList()) {
      if (!line.toString().isBlank() && 2 + line.length() + 1 + word.length() > columns) {
        line(line.toString());
        line.setLength(0);
        line.append(INDENT);
      } else if (line.length() > 0) {
        line.append(' ');
      }
      line.append(word);
    }
    line(line.toString());
  }

  /** Adds a text as it is. */
  void append(String more) {
    text.append(more);
  }

  /** Returns all sections. */
  String text() {
    return text.toString();
  }
}
