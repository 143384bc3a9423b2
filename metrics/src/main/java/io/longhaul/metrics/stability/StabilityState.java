package io.longhaul.metrics.stability;

/** How stable a figure was during a run. */
public enum StabilityState {
  /** There are too few slices to decide. */
  TOO_SHORT,

  /** After settling, there was neither a trend nor a shift that matters. */
  STEADY,

  /** It rose or fell steadily. */
  DRIFT,

  /** Its level changed at one or a few times. */
  SHIFT,

  /** It wandered, or its level changed too often. */
  NO_STEADY_STATE
}
