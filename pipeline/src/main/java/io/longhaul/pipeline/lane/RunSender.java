package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.lane.LaneMessage.Kind;

/** Sends a lane's messages to the run stage, numbered from 0 without gaps. */
final class RunSender {
  private final String runId;
  private final String laneId;
  private long nextPartSeq;

  RunSender(String runId, String laneId) {
    this(runId, laneId, 0);
  }

  RunSender(String runId, String laneId, long nextPartSeq) {
    this.runId = runId;
    this.laneId = laneId;
    this.nextPartSeq = nextPartSeq;
  }

  void send(LaneOutput out, Kind kind, long sliceIndex, long epochNanos, byte[] body) {
    out.toRun(new LaneMessage(runId, laneId, kind, nextPartSeq++, sliceIndex, epochNanos, body));
  }

  RunSender copy() {
    return new RunSender(runId, laneId, nextPartSeq);
  }

  String runId() {
    return runId;
  }

  String laneId() {
    return laneId;
  }

  long nextPartSeq() {
    return nextPartSeq;
  }
}
