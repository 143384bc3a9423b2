package io.longhaul.metrics.stability;

import java.util.Arrays;

/**
 * The levels of a figure at the end of each hour of the first day, with which those of the
 * following days are compared at the same time of day, so that a daily season is no drift. During
 * the first day, the level is compared with that of the first hour.
 */
final class DailyLevels {
  private static final int HOURS = 24;

  /** Multiples of the least effect: 25 % for most figures, more than a season of 10 % explains. */
  private static final double EFFECTS_OF_FIRST_DAY = 12.5;

  /** Multiples of the least effect: 5 % for most figures. */
  private static final double EFFECTS = 2.5;

  private static final double STANDARD_ERRORS = 5;

  /** A drift ends when the level is within this share of the limit. */
  private static final double ENDED = 0.5;

  private final double[] levels = new double[HOURS];
  private final MinimumEffect effect;
  private double first = Double.NaN;
  private double compared = Double.NaN;
  private boolean drifts;

  DailyLevels(MinimumEffect effect) {
    this.effect = effect;
    Arrays.fill(levels, Double.NaN);
  }

  /**
   * Adds the level of an hour.
   *
   * @param hour number of the hour, from 0
   * @param error standard error of the level
   */
  void add(long hour, double level, double error) {
    int ofDay = (int) (hour % HOURS);
    if (Double.isNaN(first)) {
      first = level;
    }
    boolean isComparable = hour >= HOURS && !Double.isNaN(levels[ofDay]);
    compared = isComparable ? levels[ofDay] : first;
    if (hour < HOURS) {
      levels[ofDay] = level;
    }
    double limit = (isComparable ? EFFECTS : EFFECTS_OF_FIRST_DAY) * effect.of(compared);
    double distance = Math.abs(level - compared);
    drifts =
        distance > STANDARD_ERRORS * Math.sqrt(2) * error
            && distance >= (drifts ? ENDED * limit : limit);
  }

  /** Returns whether the newest level differs. */
  boolean drifts() {
    return drifts;
  }

  /** Returns the level with which the newest one was compared; NaN before the first hour. */
  double compared() {
    return compared;
  }
}
