package io.longhaul.sinks.genaiperf;

import java.util.ArrayList;
import java.util.List;

/**
 * Words in the place of texts, which are not recorded: the word "token" as often as the text had
 * tokens. It is one token to the usual tokenizers, so a reader that counts again finds as many.
 */
public final class PlaceholderText {
  private static final String WORD = "token";
  private static final int WORD_AND_SPACE = WORD.length() + 1;

  private PlaceholderText() {}

  /** So many words. */
  public static String of(int tokens) {
    StringBuilder text = new StringBuilder(tokens * WORD_AND_SPACE);
    for (int i = 0; i < tokens; i++) {
      text.append(i == 0 ? "" : " ").append(WORD);
    }
    return text.toString();
  }

  /**
   * So many words in so many pieces, none of them empty: each ends where its tokens end, and one
   * without a token has letters of its neighbour's.
   *
   * @param tokens of the whole; of more pieces than letters there is a word for each piece
   * @param tokensOfPieces empty when nobody counted by piece; then all are alike
   */
  public static List<String> pieces(int tokens, int pieces, List<Integer> tokensOfPieces) {
    int enough = (tokens * WORD_AND_SPACE - 1 >= pieces) ? tokens : pieces;
    String text = of(enough);
    List<String> cut = new ArrayList<>(pieces);
    long sum = 0;
    int from = 0;
    for (int i = 0; i < pieces; i++) {
      sum += i < tokensOfPieces.size() ? tokensOfPieces.get(i) : 0;
      long words = tokensOfPieces.isEmpty() ? (long) enough * (i + 1) / pieces : sum;
      int left = pieces - 1 - i;
      long wanted = Math.max(words * WORD_AND_SPACE - 1, from + 1L);
      int to = left == 0 ? text.length() : (int) Math.min(wanted, text.length() - left);
      cut.add(text.substring(from, to));
      from = to;
    }
    return cut;
  }
}
