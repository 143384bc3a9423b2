package io.longhaul.metrics.stability;

/**
 * The rate of false alarms of a test for a change of the mean of independent normal values at any
 * time: the generalized likelihood ratio. Source: Siegmund and Venkatraman, "Using the generalized
 * likelihood ratio statistic for sequential detection of a change-point", Annals of Statistics 23
 * (1995), the average run length for a window of limited length.
 */
final class FalseAlarmRate {
  private static final double MOST_DEVIATIONS = 12;
  private static final int BISECTIONS = 40;
  private static final int STEPS = 400;

  /** Siegmund's approximation of the overshoot: ν(x) is about exp(-0.583 x). */
  private static final double OVERSHOOT = 0.583;

  private FalseAlarmRate() {}

  /**
   * Returns the standardized distance from which on an alarm is raised.
   *
   * @param perValue wanted rate of false alarms per value
   * @param shortest least number of values since the change
   * @param longest greatest number of values since the change
   */
  static double threshold(double perValue, int shortest, int longest) {
    double low = 1;
    double high = MOST_DEVIATIONS;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (of(middle, shortest, longest) > perValue) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** Returns the rate of false alarms per value with a threshold. */
  static double of(double threshold, int shortest, int longest) {
    double from = threshold / Math.sqrt(longest);
    double to = threshold / Math.sqrt(shortest);
    double width = (to - from) / STEPS;
    double integral = 0;
    for (int step = 0; step < STEPS; step++) {
      double x = from + (step + 0.5) * width;
      integral += x * Math.exp(-2 * OVERSHOOT * x) * width;
    }
    return threshold * Math.exp(-threshold * threshold / 2) / Math.sqrt(2 * Math.PI) * integral;
  }
}
