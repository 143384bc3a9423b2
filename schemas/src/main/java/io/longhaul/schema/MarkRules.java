package io.longhaul.schema;

/** The limits of marks, which are shown in terminals, charts and documents. */
public final class MarkRules {
  /** Maximum number of marks of a run. */
  public static final int MAX_PER_RUN = 1_000;

  /** Maximum number of characters (Unicode code points). */
  public static final int MAX_CHARACTERS = 200;

  private MarkRules() {}

  /**
   * Returns the text of a mark without blanks at its ends.
   *
   * @throws IllegalArgumentException if nothing is left, or more than {@value #MAX_CHARACTERS}
   *     characters, or a character that is not text, such as a line break
   */
  public static String requireText(String text) {
    String stripped = text.strip();
    int length = stripped.codePointCount(0, stripped.length());
    if (length == 0) {
      throw new IllegalArgumentException(
          "Invalid text of a mark: it is empty (1 to %d characters)".formatted(MAX_CHARACTERS));
    }
    if (length > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "Invalid text of a mark: it has %,d characters (1 to %d)"
              .formatted(length, MAX_CHARACTERS));
    }
    stripped
        .codePoints()
        .filter(MarkRules::isControl)
        .findFirst()
        .ifPresent(
            control -> {
              throw new IllegalArgumentException(
                  "Invalid text of a mark: it contains the control character U+%04X (one line of text)"
                      .formatted(control));
            });
    return stripped;
  }

  private static boolean isControl(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
