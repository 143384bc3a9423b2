package io.longhaul.metrics.slo;

/** Whether a request met all SLOs. */
public enum SloResult {
  /** The request met every SLO. */
  GOOD,
  /** The request failed, or missed an SLO. */
  NOT_GOOD,
  /**
   * The request has no value of a metric with an SLO, or there are no SLOs: neither good nor bad.
   */
  NO_VALUE
}
