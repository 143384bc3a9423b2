package io.longhaul.report.compare;

import io.longhaul.metrics.stats.StandardNormal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The margins of error of the differences between two runs. They are simultaneous: in 19 of 20
 * comparisons of equal runs, every difference is within its margin.
 *
 * <p>As proposed by Romano and Wolf ("Stepwise Multiple Testing as Formalized Data Snooping",
 * Econometrica 73, 2005), the resamples give the distribution of the greatest difference over all
 * figures, each divided by its standard error. Its quantile replaces a correction by the number of
 * figures, and respects that figures depend on each other.
 */
final class Differences {
  private static final double CONFIDENCE = 0.95;

  /** Fewer bins do not show how a run varies. */
  private static final int FEWEST_BINS = 20;

  /** A percentile needs this many values beyond it, on average. */
  private static final int FEWEST_VALUES_BEYOND = 10;

  /** Another figure needs this many requests. */
  private static final int FEWEST_VALUES = 30;

  private final Map<ComparedFigure, Double> margins = new EnumMap<>(ComparedFigure.class);

  Differences(ResampledRun a, ResampledRun b) {
    double[] greatest = new double[ResampledRun.RESAMPLES];
    for (ComparedFigure figure : ComparedFigure.values()) {
      double[] ofA = a.deviations(figure);
      double[] ofB = b.deviations(figure);
      if (hasEnough(a, figure, ofA) && hasEnough(b, figure, ofB)) {
        double error = Math.sqrt(variance(ofA) + variance(ofB));
        for (int i = 0; i < greatest.length && error > 0; i++) {
          greatest[i] = Math.max(greatest[i], Math.abs(ofB[i] - ofA[i]) / error);
        }
        double whole =
            variance(ofA) * a.varianceRatio(figure) + variance(ofB) * b.varianceRatio(figure);
        margins.put(figure, Math.sqrt(whole));
      }
    }
    Arrays.sort(greatest);
    double critical = widened(greatest[(int) (CONFIDENCE * greatest.length)], a, b);
    margins.replaceAll((figure, error) -> critical * error);
  }

  private static boolean hasEnough(ResampledRun run, ComparedFigure figure, double[] deviations) {
    double values = run.bins().values(figure);
    double needed =
        Double.isNaN(figure.quantile())
            ? FEWEST_VALUES
            : FEWEST_VALUES_BEYOND / (1 - figure.quantile());
    return run.bins().size() >= FEWEST_BINS
        && values >= needed
        && Arrays.stream(deviations).allMatch(Double::isFinite);
  }

  private static double variance(double[] deviations) {
    return Arrays.stream(deviations).map(each -> each * each).sum() / deviations.length;
  }

  /**
   * Widens a quantile because the standard errors themselves are estimated, from few blocks: from
   * the normal distribution to Student's t.
   */
  private static double widened(double quantile, ResampledRun a, ResampledRun b) {
    double freedom = Math.max(2, Math.min(a.blocks(), b.blocks()) - 1);
    double beyond = StandardNormal.twoSidedP(quantile) / 2;
    return TDistribution.of(freedom).inverseSurvivalProbability(beyond);
  }

  /**
   * Returns the margin of error of the difference between the values of a figure, in its unit; NaN
   * if a run has too little data.
   */
  double margin(ComparedFigure figure) {
    return margins.getOrDefault(figure, Double.NaN);
  }
}
