package io.longhaul.load.dataset;

import io.longhaul.load.plan.LengthPair;
import io.longhaul.load.plan.SeededRandom;
import io.longhaul.load.plan.TokenLength;
import java.util.List;

/**
 * Draws lengths as AIPerf does: from the normal distribution until one is positive, rounded up, so
 * at least 1.
 */
final class LengthDraw {
  private LengthDraw() {}

  static int draw(TokenLength length, SeededRandom random) {
    return draw(length.mean(), length.standardDeviation(), random);
  }

  /** A length of another kind than tokens. */
  static int draw(int mean, double standardDeviation, SeededRandom random) {
    double length = mean;
    if (standardDeviation > 0) {
      do {
        length = mean + standardDeviation * random.nextGaussian();
      } while (length <= 0);
    }
    return (int) StrictMath.ceil(length);
  }

  /** The shape of one entry. */
  static LengthPair drawPair(List<LengthPair> pairs, long seed, int entry) {
    double percent = 100 * SeededRandom.named(seed, "sequence").split(entry).nextUnit();
    for (LengthPair pair : pairs) {
      percent -= pair.percent();
      if (percent < 0) {
        return pair;
      }
    }
    return pairs.get(pairs.size() - 1);
  }

  /** A limit for the answer of one entry, or null when none is wanted. */
  static Integer drawOutput(TokenLength length, long seed, int entry) {
    return length == null
        ? null
        : Integer.valueOf(draw(length, SeededRandom.named(seed, "output-length").split(entry)));
  }
}
