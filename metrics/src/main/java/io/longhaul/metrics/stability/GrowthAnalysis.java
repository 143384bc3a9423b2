package io.longhaul.metrics.stability;

import io.longhaul.metrics.stability.Stability.Direction;
import io.longhaul.metrics.stability.Stability.Trend;
import io.longhaul.metrics.stability.StabilityAnalysis.Analyzed;
import java.util.Arrays;
import java.util.Optional;

/**
 * Decides whether a gauge grew as it does with a leak. Two conditions must hold:
 *
 * <ul>
 *   <li>The trend of {@link StabilityAnalysis} is significant, upward and greater than the least
 *       effect, and it has not ended: the second half rises, too.
 *   <li>The end is above the start: the lowest level of the last third is above that of the first
 *       third, by the least effect. Memory that a garbage collector frees again and again has the
 *       same lowest level.
 * </ul>
 */
public final class GrowthAnalysis {
  /** Share of the whole slope that the second half must have. */
  private static final double LEAST_LATE_SHARE = 0.5;

  private GrowthAnalysis() {}

  /** Returns whether a gauge grew. */
  public static Growth of(SliceSeries series, MinimumEffect effect) {
    return StabilityAnalysis.analyzed(series, effect)
        .map(analyzed -> of(analyzed, series, effect))
        .orElseGet(() -> Growth.tooShort(series.known()));
  }

  private static Growth of(Analyzed analyzed, SliceSeries series, MinimumEffect effect) {
    double[] levels = analyzed.levels();
    double least = effect.of(analyzed.stability().mean());
    double start = lowest(levels, 0, levels.length / 3);
    double end = lowest(levels, levels.length - levels.length / 3, levels.length);
    Trend trend = analyzed.stability().trend().orElseThrow();
    boolean rises =
        trend.direction() == Direction.DRIFTING_UP
            && trend.change() >= least
            && slope(analyzed, levels.length / 2) >= LEAST_LATE_SHARE * slope(analyzed, 0);
    return new Growth(
        rises && end - start >= least ? GrowthState.GROWING : GrowthState.BOUNDED,
        series.known(),
        start,
        end,
        Optional.of(trend));
  }

  private static double lowest(double[] levels, int from, int to) {
    return Arrays.stream(levels, from, to).min().orElseThrow();
  }

  /** Returns the slope from a block to the end, shifts included, per hour. */
  private static double slope(Analyzed analyzed, int from) {
    int blocks = analyzed.levels().length;
    return MannKendall.of(
            Arrays.copyOfRange(analyzed.hours(), from, blocks),
            Arrays.copyOfRange(analyzed.levels(), from, blocks))
        .slope();
  }
}
