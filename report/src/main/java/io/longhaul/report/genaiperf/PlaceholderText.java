package io.longhaul.report.genaiperf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Placeholders for texts, which are not recorded: the word "token", repeated once per token of the
 * text. Common tokenizers count the word as one token, so that a reader counts the same number.
 */
public final class PlaceholderText {
  private static final String WORD = "token";
  private static final int WORD_AND_SPACE = WORD.length() + 1;

  private PlaceholderText() {}

  /** Returns the given number of words. */
  public static String of(int tokens) {
    return String.join(" ", Collections.nCopies(tokens, WORD));
  }

  /**
   * Returns words in non-empty parts: each part ends where its tokens end; a part without a token
   * contains letters of a neighbouring part.
   *
   * @param tokens tokens of the whole text; if there are more parts than letters, each part is a
   *     word
   * @param tokensOfParts tokens of each part; if empty, all parts are equal
   */
  public static List<String> split(int tokens, int parts, List<Integer> tokensOfParts) {
    int enough = (tokens * WORD_AND_SPACE - 1 >= parts) ? tokens : parts;
    String text = of(enough);
    List<String> cut = new ArrayList<>(parts);
    long sum = 0;
    int from = 0;
    for (int i = 0; i < parts; i++) {
      sum += i < tokensOfParts.size() ? tokensOfParts.get(i) : 0;
      long wordsSoFar = tokensOfParts.isEmpty() ? (long) enough * (i + 1) / parts : sum;
      int left = parts - 1 - i;
      long wanted = Math.max(wordsSoFar * WORD_AND_SPACE - 1, from + 1L);
      int to = left == 0 ? text.length() : (int) Math.min(wanted, text.length() - left);
      cut.add(text.substring(from, to));
      from = to;
    }
    return cut;
  }
}
