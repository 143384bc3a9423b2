package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.schema.EventCodecs;

/**
 * The context in which a lane processes one record: the codecs, the output for rows, and the sender
 * of messages to the run stage.
 */
record LaneContext(EventCodecs codecs, LaneOutput out, RunSender run) {

  void sendToRun(Kind kind, long epochNanos) {
    run.send(out, kind, epochNanos);
  }

  void sendToRun(Kind kind, long epochNanos, byte[] body) {
    run.send(out, kind, epochNanos, body);
  }

  void sendPart(Kind kind, long sliceIndex, byte[] part) {
    run.sendPart(out, kind, sliceIndex, part);
  }
}
