package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.schema.EventCodecs;

/**
 * The context in which a lane processes one record: the codecs, the output for rows, and the sender
 * of messages to the run stage.
 */
record LaneContext(EventCodecs codecs, LaneOutput out, RunSender run) {
  private static final byte[] EMPTY = {};

  /** Sends a message without a body. */
  void sendToRun(Kind kind, long epochNanos) {
    sendToRun(kind, epochNanos, EMPTY);
  }

  void sendToRun(Kind kind, long epochNanos, byte[] body) {
    run.send(out, kind, LaneMessage.NO_SLICE, epochNanos, body);
  }

  void sendPart(Kind kind, long sliceIndex, byte[] part) {
    run.send(out, kind, sliceIndex, 0, part);
  }
}
