package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Optional;

/** In which order the entries of a dataset are asked. */
public enum SamplingStrategy implements Keyword {
  /** One after the other, from the start again after the last. */
  SEQUENTIAL,
  /** Any of them each time. */
  RANDOM,
  /** Each of them once in a round, every round in another order. */
  SHUFFLE;

  /** The strategy with this name, in any case. */
  public static Optional<SamplingStrategy> of(String word) {
    return Arrays.stream(values())
        .filter(sampling -> sampling.word().equalsIgnoreCase(word.strip()))
        .findFirst();
  }

  /** All names, as a sentence has them. */
  public static String allWords() {
    return "sequential, random or shuffle";
  }
}
