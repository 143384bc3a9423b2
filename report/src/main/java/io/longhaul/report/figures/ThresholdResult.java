package io.longhaul.report.figures;

import io.longhaul.metrics.stability.Stability;
import io.longhaul.metrics.stats.NumberText;
import java.util.OptionalDouble;

/**
 * The result of a {@link Threshold} for a run.
 *
 * @param missed whether the run fails because of it
 * @param value value of the whole run in display units, of a drift in percent per hour; empty if
 *     there is none, or if the condition applies to slices
 * @param trustedValue the same value of the slices that can be trusted; empty if all can be
 *     trusted, or none, or if the condition applies to slices or to a drift
 * @param slices number of slices in which the condition holds; 0 if it applies to the whole run
 */
public record ThresholdResult(
    Threshold threshold,
    boolean missed,
    OptionalDouble value,
    OptionalDouble trustedValue,
    long slices) {

  /** Returns the result as a sentence. */
  public String text() {
    String what = threshold.figure().text();
    if (threshold.isInSlices()) {
      return threshold.text() + ": true in " + slices + (slices == 1 ? " slice" : " slices");
    }
    if (value.isEmpty() && threshold.isDrift()) {
      return threshold.text()
          + ": fewer than "
          + Stability.SLICES_NEEDED
          + " trusted slices have "
          + what;
    }
    if (value.isEmpty()) {
      return threshold.text() + ": the run has no " + what;
    }
    String unit = threshold.isDrift() ? "% per hour" : threshold.figure().metric().unit().display();
    String text =
        threshold.text() + ": the value is " + NumberText.grouped(value.getAsDouble()) + " " + unit;
    return trustedValue.isEmpty()
        ? text
        : text
            + "; in the slices that can be trusted, it is "
            + NumberText.grouped(trustedValue.getAsDouble())
            + " "
            + unit;
  }
}
