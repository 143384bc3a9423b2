package io.longhaul.pipeline.run;

import io.longhaul.pipeline.row.EnumNames;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.Phase;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

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

  void writeTo(DataOutput out) throws IOException {
    out.writeUTF(processId);
    out.writeUTF(kind);
    out.writeUTF(phase);
    out.writeBoolean(sliced);
    out.writeLong(joinsEpochNanos);
  }

  static JoinedLane readFrom(DataInput in) throws IOException {
    return new JoinedLane(
        in.readUTF(), in.readUTF(), in.readUTF(), in.readBoolean(), in.readLong());
  }
}
