package io.longhaul.load.keep;

import io.longhaul.load.time.ClockAnchor;

/** Where the lanes of a generator keep what they hear. */
@FunctionalInterface
public interface Keepers {

  /** Nothing is kept. */
  Keepers NONE = (laneId, anchor) -> LaneKeeper.NONE;

  /**
   * For a lane that begins.
   *
   * @param anchor of the lane, by which its times become times of the epoch
   */
  LaneKeeper open(String laneId, ClockAnchor anchor);
}
