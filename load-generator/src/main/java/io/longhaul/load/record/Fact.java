package io.longhaul.load.record;

/** What the loop tells the recording thread. */
enum Fact {
  BEGAN,
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
