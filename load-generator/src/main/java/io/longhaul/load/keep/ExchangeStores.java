package io.longhaul.load.keep;

import io.longhaul.load.time.ClockAnchor;

/** Provides the exchange stores of a generator's lanes. */
@FunctionalInterface
public interface ExchangeStores {

  /** Stores nothing. */
  ExchangeStores NONE = (laneId, anchor) -> LaneExchangeStore.NONE;

  /**
   * Opens the store of a lane.
   *
   * @param anchor anchor of the lane, which converts its times to times of the epoch
   */
  LaneExchangeStore open(String laneId, ClockAnchor anchor);
}
