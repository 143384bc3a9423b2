package io.longhaul.sinks.report;

import io.longhaul.metrics.stats.NumberText;
import java.util.OptionalDouble;

/**
 * How a run stands to a condition.
 *
 * @param missed whether it has failed by it
 * @param value of the whole run in display units; empty when there is none, and when slices were
 *     looked at
 * @param slices in how many slices the condition holds; 0 when the whole run was looked at
 */
public record ThresholdResult(
    Threshold threshold, boolean missed, OptionalDouble value, long slices) {

  /** In a sentence. */
  public String text() {
    String what = threshold.figure().text();
    if (threshold.isInSlices()) {
      return threshold.text() + ": it is so in " + slices + (slices == 1 ? " slice" : " slices");
    }
    if (value.isEmpty()) {
      return threshold.text() + ": the run has no " + what;
    }
    String unit = threshold.figure().metric().unit().display();
    return threshold.text() + ": it is " + NumberText.grouped(value.getAsDouble()) + " " + unit;
  }
}
