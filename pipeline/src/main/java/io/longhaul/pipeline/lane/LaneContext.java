package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.schema.EventCodecs;

/**
 * What a lane works with while it takes one record: how to decode, where rows go, and the way to
 * the run stage.
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
