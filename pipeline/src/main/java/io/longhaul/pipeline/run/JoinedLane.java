package io.longhaul.pipeline.run;

import io.longhaul.pipeline.row.EnumNames;
import io.longhaul.pipeline.state.JoinedLaneState;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.Phase;

/**
 * A lane that the coordinator has joined to the run.
 *
 * @param kind kind of process
 * @param phase {@code warmup} or {@code profiling}; empty without one
 * @param sliced whether slices wait for the lane: profiling and sampler lanes
 * @param joinsEpochNanos time from which the lane counts
 */
record JoinedLane(
    String processId, String kind, String phase, boolean sliced, long joinsEpochNanos) {

  static JoinedLane of(LaneJoined joined) {
    boolean sliced =
        joined.getLaneKind() == LaneKind.SAMPLER || joined.getPhase() == Phase.PROFILING;
    return new JoinedLane(
        joined.getProcessId(),
        EnumNames.of(joined.getLaneKind()),
        joined.getPhase() == null ? "" : EnumNames.of(joined.getPhase()),
        sliced,
        joined.getJoinsEpochNs());
  }

  boolean isGenerator() {
    return kind.equals(EnumNames.of(LaneKind.GENERATOR));
  }

  boolean isProfilingGenerator() {
    return isGenerator() && phase.equals(EnumNames.of(Phase.PROFILING));
  }

  boolean isWarmup() {
    return phase.equals(EnumNames.of(Phase.WARMUP));
  }

  JoinedLaneState toState(String laneId) {
    return new JoinedLaneState(laneId, processId, kind, phase, sliced, joinsEpochNanos);
  }

  static JoinedLane ofState(JoinedLaneState stored) {
    return new JoinedLane(
        stored.getProcessId(),
        stored.getKind(),
        stored.getPhase(),
        stored.getSliced(),
        stored.getJoinsEpochNs());
  }
}
