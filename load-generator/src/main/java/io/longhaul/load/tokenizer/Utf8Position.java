package io.longhaul.load.tokenizer;

/** A position in a text that advances by UTF-8 bytes and is read in chars. */
final class Utf8Position {
  private final String text;
  private int chars;
  private long bytesBeforeChars;
  private long bytes;

  Utf8Position(String text) {
    this.text = text;
  }

  void forward(int byteCount) {
    bytes += byteCount;
    while (bytesBeforeChars < bytes && chars < text.length()) {
      int codePoint = text.codePointAt(chars);
      bytesBeforeChars += utf8Length(codePoint);
      chars += Character.charCount(codePoint);
    }
  }

  /**
   * Returns the number of chars up to this position. A position inside a code point counts as after
   * it.
   */
  int chars() {
    return chars;
  }

  private static int utf8Length(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
      return 1; // Half a pair becomes a question mark when Java encodes it.
    }
    return codePoint < 0x10000 ? 3 : 4;
  }
}
