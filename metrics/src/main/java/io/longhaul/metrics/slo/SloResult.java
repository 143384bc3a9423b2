package io.longhaul.metrics.slo;

/** Whether a request was good. */
public enum SloResult {
  /** It met every promise. */
  GOOD,
  /** It failed, or broke a promise. */
  NOT_GOOD,
  /** It lacks the value of a promise (or nothing was promised): neither good nor bad. */
  NO_VALUE
}
