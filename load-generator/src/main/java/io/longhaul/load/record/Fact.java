package io.longhaul.load.record;

/** The kinds of facts that the event loop sends to the recording thread. */
enum Fact {
  REQUEST_STARTED,
  CONNECT_STARTED,
  CONNECTED,
  TLS_ENDED,
  SENT,
  WRITTEN,
  HEADERS,
  BODY,
  RETRIED,
  CANCEL_BEGAN,
  ENDED,
  TICK,
  LANE_ENDED
}
