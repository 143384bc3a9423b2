package io.longhaul.load.plan;

/**
 * A length in tokens, drawn from a normal distribution that is cut off below 1.
 *
 * @param mean the mean, at least 1
 * @param standardDeviation its standard deviation, at least 0; 0 makes every draw the mean
 */
public record TokenLength(int mean, double standardDeviation) {
  void check(String what, Problems problems) {
    problems.requirePositive(what + " mean", mean, "tokens");
    if (!(standardDeviation >= 0) || Double.isInfinite(standardDeviation)) {
      problems.invalid(what + " stddev", standardDeviation, "0 or more tokens");
    }
  }
}
