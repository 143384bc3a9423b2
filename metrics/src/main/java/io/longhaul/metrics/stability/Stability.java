package io.longhaul.metrics.stability;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How stable one figure was during a run. Times are in seconds since the start of the run, values
 * in the unit of the figure.
 *
 * @param state the conclusion
 * @param slices number of slices with a value
 * @param outliers indices of single slices that are far from their neighbours; they are not reasons
 *     for a state
 * @param settlingSeconds end of the time in which the figure settled, which the other results leave
 *     out
 * @param mean mean after settling; outliers are clipped
 * @param cov coefficient of variation of the means of {@link StabilityAnalysis#WINDOWS} equal parts
 *     after settling, without trend, season and shifts; empty if the mean is 0
 * @param trend trend after settling; empty if the run is too short
 * @param season the daily season; empty if there is none, or the run is shorter than a day
 * @param shifts changes of the level, in order of time
 */
public record Stability(
    StabilityState state,
    int slices,
    List<Integer> outliers,
    double settlingSeconds,
    double mean,
    OptionalDouble cov,
    Optional<Trend> trend,
    Optional<Season> season,
    List<Shift> shifts) {

  /** Least number of slices with a value for a state. */
  public static final int SLICES_NEEDED = 60;

  public Stability {
    outliers = List.copyOf(outliers);
    shifts = List.copyOf(shifts);
  }

  /** Returns the stability of a figure with too few slices. */
  static Stability tooShort(int slices) {
    return new Stability(
        StabilityState.TOO_SHORT,
        slices,
        List.of(),
        0,
        Double.NaN,
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /** The direction of a trend, with the names of MLPerf Endpoints. */
  public enum Direction {
    PLATEAU,
    DRIFTING_UP,
    DRIFTING_DOWN
  }

  /**
   * The trend without season and shifts: the slope of Theil and Sen, and the Mann–Kendall test with
   * the correction of Hamed and Rao.
   *
   * @param direction {@code PLATEAU} if the test is not significant
   * @param p probability of such a series without a trend
   * @param slopePerHour change per hour
   * @param slopeLow lower end of its 95 % confidence interval
   * @param slopeHigh upper end of its 95 % confidence interval
   * @param change change from the end of settling to the end of the run
   * @param projected value after the length of the run again, if the trend continues
   */
  public record Trend(
      Direction direction,
      double p,
      double slopePerHour,
      double slopeLow,
      double slopeHigh,
      double change,
      double projected) {}

  /**
   * A pattern that repeats every day.
   *
   * @param amplitude half of the difference between its greatest and least value
   */
  public record Season(double amplitude) {}

  /**
   * A change of the level.
   *
   * @param slice first slice with the new level
   * @param seconds start of this slice
   * @param from level before, without season
   * @param to level after, without season
   */
  public record Shift(int slice, double seconds, double from, double to) {}

  /** Returns the slope in percent of the mean per hour; empty without a trend or a mean. */
  public OptionalDouble slopePercentPerHour() {
    return trend.isEmpty() || mean == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(100 * trend.get().slopePerHour() / Math.abs(mean));
  }

  /** Returns the change by the trend relative to the mean; empty without a trend or a mean. */
  public OptionalDouble relativeDrift() {
    return trend.isEmpty() || mean == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(trend.get().change() / Math.abs(mean));
  }
}
