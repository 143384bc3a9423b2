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
 * reported. If all cuts were at word boundaries, the counts of the pieces add up to the total, too;
 * else, the whole text is encoded again at the end, and the difference is reported as a correction.
 *
 * <p>Belongs to one request and one thread. Stores the text until {@link #finish}.
 */
public final class StreamingTokenCounter {
  private static final int PIECE_CHARS_WITHOUT_WHITESPACE = 64;

  private final CachingTokenCounter tokens;
  private final StringBuilder text = new StringBuilder();
  private int encodedChars;
  private int reportedTokens;
  private boolean isCut;

  /** Whether all cuts so far were at word boundaries. */
  private boolean cutsSeparate = true;

  /**
   * End of each chunk since the last cut, as an offset in the text. The first {@code chunks}
   * elements are in use.
   */
  private int[] chunkEnds = new int[16];

  private int chunks;

  /**
   * @param tokens counter of the same thread
   */
  public StreamingTokenCounter(CachingTokenCounter tokens) {
    this.tokens = tokens;
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
    int[] counts = new int[0];
    if (chunks > 0) {
      int end = cutPoint();
      cutsSeparate &= end == encodedChars || tokens.separates(text, end);
      counts = encodeUpTo(end);
      chunks = 0;
    }
    return counts;
  }

  /** Returns the remaining counts. Nothing may be added afterwards. */
  public StreamedTokens finish() {
    boolean carried = chunks == 0 && encodedChars < text.length();
    int[] counts = chunks == 0 ? new int[0] : encodeUpTo(text.length());
    boolean addsUp = !isCut || (cutsSeparate && !carried && tokens.addsUp());
    int counted = addsUp ? reportedTokens : tokens.encode(text, 0, text.length());
    int total = tokens.checked(text, counted);
    return new StreamedTokens(counts, total, total - reportedTokens);
  }

  private int[] encodeUpTo(int end) {
    int[] counts = new int[chunks];
    int chunk = 0;
    int added = tokens.encode(text, encodedChars, end);
    for (int token = 0; token < added; token++) {
      while (chunkEnds[chunk] < tokens.end(token)) {
        chunk++;
      }
      counts[chunk]++;
    }
    reportedTokens += added;
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
