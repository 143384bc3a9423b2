package io.longhaul.metrics.stability;

/** How stable a figure is while the run is in progress. */
public enum LiveState {
  /** There are too few slices to judge, or the figure has not settled. */
  SETTLING,

  /** The newest slices agree with those before them. */
  STEADY,

  /** The level seems to have changed, without enough evidence yet. */
  POSSIBLE_SHIFT,

  /** The level has changed. */
  SHIFT,

  /** The level has moved away slowly. */
  DRIFT
}
