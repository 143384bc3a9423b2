package io.longhaul.load.plan;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A length in tokens: drawn from a normal distribution that is cut off below 1, or any of a window
 * of lengths.
 *
 * @param mean the mean, or that around which the window was made; at least 1
 * @param standardDeviation its standard deviation, at least 0; 0 makes every draw the mean
 * @param window in which all lengths are equally likely, in place of the distribution; or null
 */
public record TokenLength(
    @JsonProperty("mean_tokens") int mean,
    @JsonProperty("stddev_tokens") double standardDeviation,
    @Nullable Window window) {

  /** A length of a normal distribution. */
  public TokenLength(int mean, double standardDeviation) {
    this(mean, standardDeviation, null);
  }

  /** Lengths from the least to the most, both of them too. */
  public record Window(
      @JsonProperty("least_tokens") int least, @JsonProperty("most_tokens") int most) {}

  /** Mean of what is drawn. */
  public double expected() {
    return window == null ? mean : (window.least + (double) window.most) / 2;
  }

  void check(String what, Problems problems) {
    problems.requirePositive(what + " mean", mean, "tokens");
    if (!(standardDeviation >= 0) || Double.isInfinite(standardDeviation)) {
      problems.invalid(what + " stddev", standardDeviation, "0 or more tokens");
    }
    if (window != null && (window.least < 1 || window.most < window.least)) {
      problems.invalid(
          "window of the " + what,
          "from " + window.least + " to " + window.most + " tokens",
          "from 1 or more");
    }
  }
}
