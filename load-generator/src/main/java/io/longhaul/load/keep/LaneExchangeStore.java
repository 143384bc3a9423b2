package io.longhaul.load.keep;

import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.schema.RequestId;

/** Keeps the exchanges of one lane. For its recording thread; never waits. */
@FunctionalInterface
public interface LaneExchangeStore {

  /** Keeps nothing. */
  LaneExchangeStore NONE = (id, planIndex, request) -> ExchangeCollector.NONE;

  /** A request begins. */
  ExchangeCollector begin(RequestId id, long planIndex, OutgoingRequest request);
}
