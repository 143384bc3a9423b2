package io.longhaul.metrics.stability;

import java.util.Optional;

/**
 * How stable a figure is, according to the slices so far. Values are in the unit of the figure.
 *
 * @param state the conclusion
 * @param slices number of slices with a value since the start or the last planned change of load
 * @param level the newest level; NaN while the figure settles
 * @param change the change that is the reason for the state; empty for a settling or steady figure
 */
public record LiveVerdict(LiveState state, long slices, double level, Optional<Change> change) {

  /**
   * A change of the level.
   *
   * @param slice first slice with another level; for a drift, the one with which it was found
   * @param from the level before
   * @param to the level since then
   */
  public record Change(long slice, double from, double to) {}
}
