package io.longhaul.load.dataset.prompt;

import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.dataset.LengthPair;
import io.longhaul.load.plan.dataset.TokenLength;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Draws lengths as AIPerf does: from the normal distribution, repeated until positive and then
 * rounded up, so at least 1; or uniformly from a range.
 */
public final class LengthDraw {
  private LengthDraw() {}

  public static int draw(TokenLength length, SeededRandom random) {
    TokenLength.Window window = length.window();
    return window == null
        ? draw(length.mean(), length.standardDeviation(), random)
        : window.least() + random.nextInt(window.most() - window.least() + 1);
  }

  /** Draws any other count in the same way. The mean must be positive. */
  public static int draw(double mean, double standardDeviation, SeededRandom random) {
    double drawn = mean;
    if (standardDeviation > 0) {
      do {
        drawn = mean + standardDeviation * random.nextGaussian();
      } while (drawn <= 0);
    }
    return (int) StrictMath.ceil(drawn);
  }

  /** Draws the length pair of one request. */
  public static LengthPair drawPair(List<LengthPair> pairs, SeededRandom random) {
    double percent = 100 * random.nextUnit();
    for (LengthPair pair : pairs) {
      percent -= pair.percent();
      if (percent < 0) {
        return pair;
      }
    }
    return pairs.get(pairs.size() - 1);
  }

  /** Draws the output token limit of one turn; null if none is configured. */
  public static @Nullable Integer drawOutput(
      @Nullable TokenLength length, long seed, int entry, int turn) {
    return length == null
        ? null
        : Integer.valueOf(draw(length, stream(seed, "output-length", entry, turn)));
  }

  /** Returns the random stream of one turn of an entry. Each turn has its own stream. */
  public static SeededRandom stream(long seed, String name, int entry, int turn) {
    SeededRandom ofEntry = SeededRandom.named(seed, name).split(entry);
    return turn == 0 ? ofEntry : ofEntry.split(turn);
  }
}
