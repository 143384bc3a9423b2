package io.longhaul.load.plan.dataset;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.longhaul.load.plan.check.Nullable;
import io.longhaul.load.plan.check.Problems;

/**
 * A length in tokens, drawn from a normal distribution that is truncated below 1, or uniformly from
 * a window.
 *
 * @param mean the mean of the distribution, or the length around which the window was computed; 1
 *     or more
 * @param standardDeviation the standard deviation, 0 or more; 0 makes every length equal to the
 *     mean
 * @param window the window that replaces the distribution, or null
 */
public record TokenLength(
    @JsonProperty("mean_tokens") int mean,
    @JsonProperty("stddev_tokens") double standardDeviation,
    @Nullable Window window) {

  /** A length from a normal distribution. */
  public TokenLength(int mean, double standardDeviation) {
    this(mean, standardDeviation, null);
  }

  /** Lengths from the minimum to the maximum, both inclusive. */
  public record Window(
      @JsonProperty("least_tokens") int least, @JsonProperty("most_tokens") int most) {}

  /** Returns the mean of the lengths that are drawn. */
  public double expected() {
    return window == null ? mean : (window.least + (double) window.most) / 2;
  }

  void check(String what, Problems problems) {
    problems.requirePositive(what + " mean", mean, "tokens");
    problems.requireNotNegative(what + " stddev", standardDeviation, "0 or more tokens");
    if (window != null && (window.least < 1 || window.most < window.least)) {
      problems.invalid(
          "window of the " + what,
          "from " + window.least + " to " + window.most + " tokens",
          "from 1 or more");
    }
  }
}
