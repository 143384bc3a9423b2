package io.longhaul.load.tokenizer;

/**
 * Places at which a text can be split so that each part has the same tokens as within the text:
 * before a space that follows a letter, a digit or one of {@value #MARKS}.
 *
 * <p>This holds for a tokenizer if no token contains such a character followed by a space. Then no
 * merge of a byte-pair encoding crosses the boundary, no path of a unigram model does, and
 * WordPiece has no token with a space at all. Pre-tokenizers and normalizers may look at what
 * precedes the space or follows it, but those in use do not change a token because of it.
 */
final class WordBoundary {
  private static final String MARKS = ",.;:!?)\"'";

  /** What a tokenizer's decoder writes for a token that is not a whole character. */
  private static final char PART_OF_A_CHARACTER = '\ufffd';

  private WordBoundary() {}

  /** Returns whether a text may be split before this char. */
  static boolean isBefore(CharSequence text, int index) {
    return index > 0
        && index < text.length()
        && text.charAt(index) == ' '
        && mayPrecede(text.charAt(index - 1));
  }

  /** Returns whether a token contains a boundary, so that texts with its tokenizer have none. */
  static boolean isIn(String token) {
    for (int i = token.indexOf(' ', 1); i > 0; i = token.indexOf(' ', i + 1)) {
      if (mayPrecede(token.charAt(i - 1)) || token.charAt(i - 1) == PART_OF_A_CHARACTER) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayPrecede(char preceding) {
    return Character.isLetterOrDigit(preceding) || MARKS.indexOf(preceding) >= 0;
  }
}
