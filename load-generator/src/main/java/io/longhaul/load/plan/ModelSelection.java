package io.longhaul.load.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which of several models a turn is sent to. */
public enum ModelSelection {
  /** One after the other, within a session too. */
  ROUND_ROBIN,
  /** Any of them each time. */
  RANDOM;

  /** The name on a command line and in a plan, for example {@code round_robin}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

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
