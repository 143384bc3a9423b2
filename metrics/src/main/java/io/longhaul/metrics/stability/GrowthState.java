package io.longhaul.metrics.stability;

/** Whether a gauge grew during a run. */
public enum GrowthState {
  /** There are too few slices to decide. */
  TOO_SHORT,

  /** It did not rise until the end, or its end is not above its start. */
  BOUNDED,

  /** It rose until the end, and its end is above its start: perhaps a leak. */
  GROWING
}
