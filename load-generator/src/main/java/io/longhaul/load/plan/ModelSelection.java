package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Optional;

/** Which of several models a turn is sent to. */
public enum ModelSelection implements Keyword {
  /** One after the other, within a session too. */
  ROUND_ROBIN,
  /** Any of them each time. */
  RANDOM;

  /** The strategy with this name, in any case, with {@code -} or {@code _}. */
  public static Optional<ModelSelection> of(String word) {
    String wanted = word.strip().replace('-', '_');
    return Arrays.stream(values())
        .filter(selection -> selection.word().equalsIgnoreCase(wanted))
        .findFirst();
  }

  /** All names, as a sentence has them. */
  public static String allWords() {
    return "round_robin or random";
  }
}
