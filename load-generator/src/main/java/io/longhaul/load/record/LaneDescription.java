package io.longhaul.load.record;

import io.longhaul.load.time.ClockAnchor;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a lane that its first event contains.
 *
 * @param phase null for lanes of samplers and coordinators
 * @param incarnationEpochMillis wall clock time at which the process started
 * @param topic topic of the lane
 * @param countsFromEpochNanos time from which a lane that joins a running run counts; null: from
 *     the run's start
 * @param plan the part of the plan that readers need
 */
public record LaneDescription(
    String runId,
    String laneId,
    String processId,
    LaneKind kind,
    @Nullable Phase phase,
    long incarnationEpochMillis,
    String topic,
    int partition,
    @Nullable Long countsFromEpochNanos,
    PlanFacts plan) {

  /**
   * Returns the first event of the lane.
   *
   * @param completePlan the plan, which may have been incomplete when this was created
   */
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
        .setCountsFromEpochNs(countsFromEpochNanos)
        .setPlan(completePlan)
        .build();
  }
}
