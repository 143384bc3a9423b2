package io.longhaul.load.dataset;

import io.longhaul.load.plan.SeededRandom;
import io.longhaul.load.plan.TokenLength;

/**
 * Draws lengths as AIPerf does: from the normal distribution until one is positive, rounded up, so
 * at least 1.
 */
final class LengthDraw {
  private LengthDraw() {}

  static int draw(TokenLength length, SeededRandom random) {
    double tokens = length.mean();
    if (length.standardDeviation() > 0) {
      do {
        tokens = length.mean() + length.standardDeviation() * random.nextGaussian();
      } while (tokens <= 0);
    }
    return (int) StrictMath.ceil(tokens);
  }

  /** A limit for the answer of one entry, or null when none is wanted. */
  static Integer drawOutput(TokenLength length, long seed, int entry) {
    return length == null
        ? null
        : Integer.valueOf(draw(length, SeededRandom.named(seed, "output-length").split(entry)));
  }
}
