package io.longhaul.load.record;

import io.longhaul.load.time.ClockAnchor;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;

/**
 * What a lane says of itself when it begins.
 *
 * @param phase null in the lanes of samplers and coordinators
 * @param incarnationEpochMillis wall clock of the process's start
 * @param topic where the lane is written
 * @param plan the part of the plan that its readers need
 */
public record LaneDescription(
    String runId,
    String laneId,
    String processId,
    LaneKind kind,
    Phase phase,
    long incarnationEpochMillis,
    String topic,
    int partition,
    PlanFacts plan) {

  LaneStarted startedAt(ClockAnchor anchor) {
    return startedAt(anchor, plan);
  }

  /** For a lane that is made before its plan is complete. */
  LaneStarted startedAt(ClockAnchor anchor, PlanFacts completePlan) {
    return LaneStarted.newBuilder()
        .setRunId(runId)
        .setLaneId(laneId)
        .setProcessId(processId)
        .setLaneKind(kind)
        .setPhase(phase)
        .setIncarnationEpochMs(incarnationEpochMillis)
        .setAnchorEpochNs(anchor.epochNanos())
        .setAnchorErrorNs(anchor.errorNanos())
        .setTopic(topic)
        .setPartition(partition)
        .setPlan(completePlan)
        .build();
  }
}
