package io.longhaul.report.compare;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * By how much the figures of resamples of a run deviate from those of the run. Resamples are made
 * by the circular block bootstrap (Politis and Romano, 1992): each consists of blocks of
 * consecutive bins that are drawn at random, so that figures vary between resamples as they would
 * between equal runs.
 */
final class ResampledRun {
  /** Number of resamples: enough for the 95th percentile over them. */
  static final int RESAMPLES = 1000;

  /** A run is cut into at least this many blocks. */
  private static final int FEWEST_BLOCKS = 8;

  private final RunBins bins;
  private final int blockLength;
  private final Map<ComparedFigure, double[]> deviations = new EnumMap<>(ComparedFigure.class);

  /**
   * Resamples a run.
   *
   * @param seed of the random numbers; the resamples of two runs must have different seeds, so that
   *     they are independent
   */
  ResampledRun(RunBins bins, long seed) {
    this.bins = bins;
    int[] once = new int[bins.size()];
    Arrays.fill(once, 1);
    double longest = 1;
    Map<ComparedFigure, Double> figures = new EnumMap<>(ComparedFigure.class);
    for (ComparedFigure figure : ComparedFigure.values()) {
      if (bins.values(figure) > 0) {
        longest = Math.max(longest, BlockLength.of(bins.deviations(figure)));
        figures.put(figure, bins.figure(figure, once));
        deviations.put(figure, new double[RESAMPLES]);
      }
    }
    int allowed = Math.max(1, bins.size() / FEWEST_BLOCKS);
    blockLength = (int) Math.min(Math.ceil(longest), allowed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < RESAMPLES; i++) {
      int resample = i;
      int[] weights = weights(random);
      deviations.forEach(
          (figure, all) ->
              all[resample] = bins.figure(figure, weights) - figures.getOrDefault(figure, 0.0));
    }
  }

  /** Returns how often each bin occurs in the next resample. */
  private int[] weights(SplittableRandom random) {
    int size = bins.size();
    int[] weights = new int[size];
    for (int drawn = 0; drawn < size; drawn += blockLength) {
      int first = random.nextInt(size);
      for (int offset = 0; offset < Math.min(blockLength, size - drawn); offset++) {
        weights[(first + offset) % size]++;
      }
    }
    return weights;
  }

  RunBins bins() {
    return bins;
  }

  /** Returns the number of blocks in each resample. */
  double blocks() {
    return (double) bins.size() / blockLength;
  }

  /** Returns {@link BlockLength#varianceRatio} of a figure. */
  double varianceRatio(ComparedFigure figure) {
    return BlockLength.varianceRatio(bins.deviations(figure), blockLength);
  }

  /**
   * Returns by how much a figure of each of the {@link #RESAMPLES} resamples deviates from that of
   * the run, in its unit; none if the run does not have the figure.
   */
  double[] deviations(ComparedFigure figure) {
    return deviations.getOrDefault(figure, new double[0]);
  }
}
