package io.longhaul.report.figures;

import io.longhaul.metrics.slo.Slo;

/**
 * The attainment of one SLO, independent of other SLOs.
 *
 * @param met valid requests that met the SLO
 * @param judged valid requests with a value of its metric
 */
public record SloAttainment(Slo slo, long met, long judged) {

  /** Returns the fraction that met the SLO; NaN if none was evaluated. */
  public double share() {
    return judged == 0 ? Double.NaN : (double) met / judged;
  }
}
