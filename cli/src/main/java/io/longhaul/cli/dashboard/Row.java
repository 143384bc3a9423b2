package io.longhaul.cli.dashboard;

import java.util.regex.Pattern;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** A line that is put together from left to right. */
final class Row {
  /** Texts of servers and exporters may contain sequences that would change the terminal. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\u2028\\u2029]");

  private final AttributedStringBuilder text = new AttributedStringBuilder();

  /** Adds a plain text. */
  Row add(String words) {
    return add(words, AttributedStyle.DEFAULT);
  }

  Row add(String words, AttributedStyle style) {
    text.append(CONTROL.matcher(words).replaceAll(" "), style);
    return this;
  }

  /** Adds spaces up to a column, at least two after a text that is too long. */
  Row to(int column) {
    int spaces = column - text.columnLength();
    text.append(" ".repeat(text.length() == 0 ? Math.max(0, spaces) : Math.max(spaces, 2)));
    return this;
  }

  /** Adds a text that ends before a column. */
  Row endingAt(int column, String words, AttributedStyle style) {
    text.append(" ".repeat(Math.max(1, column - text.columnLength() - words.length())));
    return add(words, style);
  }

  int length() {
    return text.columnLength();
  }

  /** Returns the line; a longer one is cut. */
  AttributedString within(int columns, String cut) {
    AttributedString whole = text.toAttributedString();
    if (whole.columnLength() <= columns) {
      return whole;
    }
    return new AttributedStringBuilder()
        .append(whole.columnSubSequence(0, Math.max(0, columns - cut.length())))
        .append(cut, AttributedStyle.DEFAULT)
        .toAttributedString();
  }
}
