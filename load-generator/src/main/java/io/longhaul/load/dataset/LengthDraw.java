package io.longhaul.load.dataset;

import io.longhaul.load.plan.LengthPair;
import io.longhaul.load.plan.SeededRandom;
import io.longhaul.load.plan.TokenLength;
import java.util.List;

/**
 * Draws lengths as AIPerf does: from the normal distribution until one is positive, rounded up, so
 * at least 1; or any of a window.
 */
final class LengthDraw {
  private LengthDraw() {}

  static int draw(TokenLength length, SeededRandom random) {
    TokenLength.Window window = length.window();
    return window == null
        ? draw(length.mean(), length.standardDeviation(), random)
        : window.least() + random.nextInt(window.most() - window.least() + 1);
  }

  /** The same of anything else that is counted; the mean is more than 0. */
  static int draw(double mean, double standardDeviation, SeededRandom random) {
    double drawn = mean;
    if (standardDeviation > 0) {
      do {
        drawn = mean + standardDeviation * random.nextGaussian();
      } while (drawn <= 0);
    }
    return (int) StrictMath.ceil(drawn);
  }

  /** The shape of one request. */
  static LengthPair drawPair(List<LengthPair> pairs, SeededRandom random) {
    double percent = 100 * random.nextUnit();
    for (LengthPair pair : pairs) {
      percent -= pair.percent();
      if (percent < 0) {
        return pair;
      }
    }
    return pairs.get(pairs.size() - 1);
  }

  /** A limit for the answer to one turn, or null when none is wanted. */
  static Integer drawOutput(TokenLength length, long seed, int entry, int turn) {
    return length == null
        ? null
        : Integer.valueOf(draw(length, stream(seed, "output-length", entry, turn)));
  }

  /** What is drawn for one turn of an entry: another stream for each. */
  static SeededRandom stream(long seed, String name, int entry, int turn) {
    SeededRandom ofEntry = SeededRandom.named(seed, name).split(entry);
    return turn == 0 ? ofEntry : ofEntry.split(turn);
  }
}
