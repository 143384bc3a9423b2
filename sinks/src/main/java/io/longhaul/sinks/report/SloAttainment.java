package io.longhaul.sinks.report;

import io.longhaul.metrics.slo.Slo;

/**
 * How far one promise was kept, whatever became of the others.
 *
 * @param slo what was promised
 * @param met valid requests that kept it
 * @param judged valid requests that have a value of its metric
 */
public record SloAttainment(Slo slo, long met, long judged) {

  /** The share that kept it; not a number when none was judged. */
  public double share() {
    return judged == 0 ? Double.NaN : (double) met / judged;
  }
}
