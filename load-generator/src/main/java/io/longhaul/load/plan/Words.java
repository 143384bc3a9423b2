package io.longhaul.load.plan;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** Finds a constant by its name as people write it: in any case, with surrounding blanks. */
final class Words {
  private Words() {}

  static <T> Optional<T> find(T[] constants, Function<T, String> wordOf, String word) {
    return Arrays.stream(constants)
        .filter(constant -> wordOf.apply(constant).equalsIgnoreCase(word.strip()))
        .findFirst();
  }
}
