package io.longhaul.load.keep;

import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.schema.RequestId;

/** Stores the exchanges of one lane. For its recording thread; never blocks. */
@FunctionalInterface
public interface LaneExchangeStore {

  /** Stores nothing. */
  LaneExchangeStore NONE = (id, planIndex, request) -> ExchangeCollector.NONE;

  /** Starts to collect an exchange. */
  ExchangeCollector begin(RequestId id, long planIndex, OutgoingRequest request);
}
