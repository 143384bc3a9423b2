package io.longhaul.cli.dashboard;

/** A row of characters whose heights show the values of a series, from 0 to their maximum. */
final class Sparkline {
  private Sparkline() {}

  /**
   * Returns a character for each value.
   *
   * @param values not negative; NaN leaves a gap
   */
  static String of(double[] values, Glyphs glyphs) {
    double max = 0;
    for (double value : values) {
      max = Math.max(max, Double.isNaN(value) ? 0 : value);
    }
    StringBuilder line = new StringBuilder();
    for (double value : values) {
      line.append(Double.isNaN(value) ? ' ' : level(value, max, glyphs.levels()));
    }
    return line.toString();
  }

  private static char level(double value, double max, String levels) {
    int height = max == 0 ? 0 : (int) Math.ceil(value / max * levels.length());
    return levels.charAt(Math.max(0, height - 1));
  }
}
