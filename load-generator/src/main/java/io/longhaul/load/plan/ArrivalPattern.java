package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Optional;

/** How the gaps between arrivals are drawn when a request rate is given. */
public enum ArrivalPattern implements Keyword {
  /** Gaps are exponential with mean 1/rate. */
  POISSON,
  /** Every gap is 1/rate. */
  CONSTANT,
  /** Gaps follow a gamma distribution with mean 1/rate, whose shape is the smoothness. */
  GAMMA;

  /** All names, as a sentence has them. */
  public static String allWords() {
    return "poisson, constant or gamma";
  }

  /** The pattern with this name, in any case, or empty when there is none. */
  public static Optional<ArrivalPattern> of(String word) {
    return Arrays.stream(values())
        .filter(pattern -> pattern.word().equalsIgnoreCase(word.strip()))
        .findFirst();
  }
}
