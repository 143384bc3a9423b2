package io.longhaul.config.binding;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the name that a mistyped name most likely stands for. */
public final class NearestName {
  /** Names with more differences are different words. */
  private static final int MOST_TYPING_ERRORS = 3;

  private static final LevenshteinDistance TYPING_ERRORS = LevenshteinDistance.getDefaultInstance();

  private NearestName() {}

  /** Returns advice about a mistyped name, for the parentheses of a message. */
  public static String advice(String typed, Collection<String> names, String otherwise) {
    return to(typed, names).map(name -> "did you mean " + name + "?").orElse(otherwise);
  }

  /** Returns the name with the fewest differences, if they are few for its length. */
  public static Optional<String> to(String typed, Collection<String> names) {
    int most = Math.min(MOST_TYPING_ERRORS, typed.length() / 3);
    return names.stream()
        .filter(name -> TYPING_ERRORS.apply(typed, name) <= most)
        .min(
            Comparator.comparingInt((String name) -> TYPING_ERRORS.apply(typed, name))
                .thenComparing(Comparator.naturalOrder()));
  }
}
