package io.longhaul.load.keep;

import io.longhaul.load.time.ClockAnchor;

/** Where the lanes of a generator keep what they hear. */
@FunctionalInterface
public interface ExchangeStores {

  /** Nothing is kept. */
  ExchangeStores NONE = (laneId, anchor) -> LaneExchangeStore.NONE;

  /**
   * For a lane that begins.
   *
   * @param anchor of the lane, by which its times become times of the epoch
   */
  LaneExchangeStore open(String laneId, ClockAnchor anchor);
}
