package io.longhaul.report.compare;

/**
 * The difference between two runs in one figure. All values are in the unit of the figure.
 *
 * @param baseline value of the first run; NaN if it does not have the figure
 * @param other value of the other run; NaN if it does not have the figure
 * @param margin margin of error of the difference, see {@link Differences}; NaN if there is too
 *     little data
 * @param verdict what the difference means
 */
public record FigureDifference(
    ComparedFigure figure, double baseline, double other, double margin, Verdict verdict) {

  /** Minimum effect of a percentage, in percentage points. */
  static final double MIN_EFFECT_POINTS = 0.1;

  /**
   * A margin of more than this share of the baseline shows neither a difference nor that there is
   * none.
   */
  private static final double UNCLEAR = 0.25;

  static FigureDifference of(
      ComparedFigure figure,
      double baseline,
      double other,
      double margin,
      double minEffectPercent) {
    double difference = other - baseline;
    Verdict verdict;
    if (Double.isNaN(difference) || Double.isNaN(margin)) {
      verdict = Verdict.TOO_LITTLE_DATA;
    } else if (Math.abs(difference) <= margin && isUnclear(figure, baseline, margin)) {
      verdict = Verdict.TOO_LITTLE_DATA;
    } else if (Math.abs(difference) <= margin
        || Math.abs(difference) < minEffect(figure, baseline, minEffectPercent)) {
      verdict = Verdict.NO_DIFFERENCE;
    } else {
      verdict =
          difference > 0 == figure.isBetterIfGreater()
              ? Verdict.OTHER_BETTER
              : Verdict.BASELINE_BETTER;
    }
    return new FigureDifference(figure, baseline, other, margin, verdict);
  }

  private static boolean isUnclear(ComparedFigure figure, double baseline, double margin) {
    return !figure.isInPoints() && margin > UNCLEAR * Math.abs(baseline);
  }

  private static double minEffect(ComparedFigure figure, double baseline, double percent) {
    return figure.isInPoints()
        ? Math.min(MIN_EFFECT_POINTS, percent)
        : Math.abs(baseline) * percent / 100;
  }

  /**
   * Returns the difference in percent of the baseline, or in percentage points if the figure {@link
   * ComparedFigure#isInPoints}; NaN if unknown.
   */
  public double percent() {
    return inPercent(other - baseline);
  }

  /** Returns the margin of error in the same unit. */
  public double marginPercent() {
    return inPercent(margin);
  }

  /** Returns by how much the other run is worse in the same unit; negative if it is better. */
  public double worsePercent() {
    return figure.isBetterIfGreater() ? -percent() : percent();
  }

  private double inPercent(double value) {
    if (figure.isInPoints()) {
      return value;
    }
    return baseline == 0 ? Double.NaN : 100 * value / Math.abs(baseline);
  }
}
