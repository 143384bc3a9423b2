package io.longhaul.load.tokenizer;

import java.util.Arrays;

/**
 * Counts the tokens of one streamed text and says which chunk brought each.
 *
 * <p>A text that is never cut is encoded once, at its end, so its chunks sum to the total exactly.
 * A longer one is encoded piece by piece: each {@link #cut} encodes what came since the last one up
 * to just before the last whitespace character (without one, in multiples of 64 chars, never inside
 * a code point) and carries the rest over. Tokens of text that was carried over belong to the first
 * chunk after the cut: it is the one that let them be encoded, and the earlier one has been told.
 * At the end the whole is encoded once more, and the difference is told.
 *
 * <p>Belongs to one request and one thread. Keeps the text until {@link #finish}.
 */
public final class StreamingTokenCounter {
  private static final int PIECE_CHARS_WITHOUT_WHITESPACE = 64;

  private final Tokenizer tokenizer;
  private final StringBuilder text = new StringBuilder();
  private int encodedChars;
  private int reportedTokens;
  private boolean isCut;

  /** Where each chunk since the last cut ends in the text; the first {@code chunks} are in use. */
  private int[] chunkEnds = new int[16];

  private int chunks;

  public StreamingTokenCounter(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
  }

  /** The next chunk brought this text, possibly none. */
  public void add(String chunkText) {
    if (chunks == chunkEnds.length) {
      chunkEnds = Arrays.copyOf(chunkEnds, chunks * 2);
    }
    text.append(chunkText);
    chunkEnds[chunks++] = text.length();
  }

  /** Tells, for each chunk since the last cut, the tokens that are certain by now. */
  public int[] cut() {
    isCut = true;
    // Without a chunk there is nobody to give tokens to.
    int[] counts = chunks == 0 ? new int[0] : encodeUpTo(cutPoint());
    chunks = 0;
    return counts;
  }

  /** Tells the rest. Nothing may be added after it. */
  public StreamedTokens finish() {
    int[] counts = chunks == 0 ? new int[0] : encodeUpTo(text.length());
    int total = isCut ? tokenizer.count(text.toString()) : reportedTokens;
    return new StreamedTokens(counts, total, total - reportedTokens);
  }

  private int[] encodeUpTo(int end) {
    int[] counts = new int[chunks];
    int chunk = 0;
    for (int tokenEnd : tokenizer.tokenEnds(text.substring(encodedChars, end))) {
      while (chunkEnds[chunk] < encodedChars + tokenEnd) {
        chunk++;
      }
      counts[chunk]++;
      reportedTokens++;
    }
    encodedChars = end;
    return counts;
  }

  private int cutPoint() {
    for (int i = text.length() - 1; i > encodedChars; i--) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    int carried = (text.length() - encodedChars) % PIECE_CHARS_WITHOUT_WHITESPACE;
    int end = text.length() - carried;
    boolean splitsCodePoint = end > encodedChars && Character.isHighSurrogate(text.charAt(end - 1));
    return splitsCodePoint ? end - 1 : end;
  }
}
