package io.longhaul.load.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the gaps between arrivals are drawn when a request rate is given. */
public enum ArrivalPattern {
  /** Every gap is 1/rate. */
  CONSTANT,
  /** Gaps are exponential with mean 1/rate. */
  POISSON,
  /** Gaps follow a gamma distribution with mean 1/rate, whose shape is the smoothness. */
  GAMMA;

  /** The name on a command line and in a plan, for example {@code poisson}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

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
