package io.longhaul.cli.options;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a mistyped name most likely stands for. */
public final class NearestName {
  /** Names with more differences are different words. */
  private static final int MOST_TYPING_ERRORS = 3;

  private NearestName() {}

  /** Returns the name with the fewest differences, if they are few for its length. */
  public static Optional<String> to(String typed, Collection<String> names) {
    int most = Math.min(MOST_TYPING_ERRORS, typed.length() / 3);
    return names.stream()
        .filter(name -> typingErrors(typed, name) <= most)
        .min(
            Comparator.comparingInt((String name) -> typingErrors(typed, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** Returns the Levenshtein distance of two words. */
  private static int typingErrors(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
