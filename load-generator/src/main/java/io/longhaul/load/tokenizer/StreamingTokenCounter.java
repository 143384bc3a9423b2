package io.longhaul.load.tokenizer;

import java.util.Arrays;

/**
 * Counts the tokens of a streamed text and assigns them to chunks.
 *
 * <p>A text that is never cut is encoded once, at its end, so the counts of its chunks add up to
 * the exact total. A longer text is encoded in pieces: each {@link #cut} encodes the text since the
 * previous cut up to just before the last whitespace character (without whitespace: in multiples of
 * 64 chars, never inside a code point) and carries the rest over. Tokens of carried-over text are
 * assigned to the first chunk after the cut, because the counts of earlier chunks have already been
 * reported. At the end the whole text is encoded again and the difference is reported as a
 * correction.
 *
 * <p>Belongs to one request and one thread. Stores the text until {@link #finish}.
 */
public final class StreamingTokenCounter {
  private static final int PIECE_CHARS_WITHOUT_WHITESPACE = 64;

  private final Tokenizer tokenizer;
  private final StringBuilder text = new StringBuilder();
  private int encodedChars;
  private int reportedTokens;
  private boolean isCut;

  /**
   * End of each chunk since the last cut, as an offset in the text. The first {@code chunks}
   * elements are in use.
   */
  private int[] chunkEnds = new int[16];

  private int chunks;

  public StreamingTokenCounter(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
  }

  /** Adds the text of the next chunk, which may be empty. */
  public void add(String chunkText) {
    if (chunks == chunkEnds.length) {
      chunkEnds = Arrays.copyOf(chunkEnds, chunks * 2);
    }
    text.append(chunkText);
    chunkEnds[chunks++] = text.length();
  }

  /** Returns, for each chunk since the last cut, the number of tokens that are final. */
  public int[] cut() {
    isCut = true;
    // Without a chunk there is nothing to assign tokens to.
    int[] counts = chunks == 0 ? new int[0] : encodeUpTo(cutPoint());
    chunks = 0;
    return counts;
  }

  /** Returns the remaining counts. Nothing may be added afterwards. */
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
