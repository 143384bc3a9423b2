package io.longhaul.report.verify;

import io.longhaul.export.LaneEnd;
import io.longhaul.export.RunRow;
import io.longhaul.sinks.RowPhase;
import java.util.HashMap;
import java.util.Map;

/** What a lane's end says about its requests. */
record LaneFacts(LaneEnd end) {

  static LaneFacts of(LaneEnd end) {
    return new LaneFacts(end);
  }

  /** Returns the lanes of a run by name. */
  static Map<String, LaneFacts> byName(RunRow run) {
    Map<String, LaneFacts> lanes = new HashMap<>();
    run.getLanes().forEach(end -> lanes.put(end.getLaneId(), of(end)));
    return lanes;
  }

  boolean isGenerator() {
    return end.getLaneKind().equals("generator");
  }

  /** Returns whether it is a generator's lane of the profiling phase. */
  boolean sendsLoad() {
    return isGenerator() && RowPhase.PROFILING.matches(end.getPhase());
  }

  boolean isLost() {
    return end.getEnd().equals("lost");
  }

  /** Returns whether events of the lane are missing, so that rows cannot equal its ledger. */
  boolean missesEvents() {
    return end.getLostEvents() > 0 || end.getDroppedDeclared() > 0;
  }

  /** Returns the number of its rows in {@code requests}. */
  long rows() {
    return end.getIssued() - end.getUnseenRequests();
  }
}
