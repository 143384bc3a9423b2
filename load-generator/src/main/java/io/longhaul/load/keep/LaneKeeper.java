package io.longhaul.load.keep;

import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.schema.RequestId;

/** Keeps the exchanges of one lane. For its recording thread; never waits. */
@FunctionalInterface
public interface LaneKeeper {

  /** Keeps nothing. */
  LaneKeeper NONE = (id, planIndex, request) -> ExchangeKeeper.NONE;

  /** A request begins. */
  ExchangeKeeper begin(RequestId id, long planIndex, OutgoingRequest request);
}
