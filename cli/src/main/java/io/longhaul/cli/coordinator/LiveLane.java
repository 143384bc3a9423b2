package io.longhaul.cli.coordinator;

import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.Phase;

/**
 * What a lane of a generator said of itself lately: for views, never for results.
 *
 * @param processId its generator, such as g0
 * @param warmup whether it is of the warm-up; else of the measurement
 * @param ended whether it has said its last; then nothing of it is in flight
 * @param startedEpochNanos when it began
 * @param issued requests so far
 * @param inFlight requests now
 * @param backlog due and not yet sent
 * @param health how its process was in the last second; null before it told
 */
public record LiveLane(
    String laneId,
    String processId,
    boolean warmup,
    boolean ended,
    long startedEpochNanos,
    long issued,
    long inFlight,
    long backlog,
    Health health) {

  static LiveLane of(LaneLife lane) {
    Heartbeat latest = lane.heartbeat();
    boolean goesOn = !lane.hasEnded() && latest != null;
    return new LiveLane(
        lane.started().getLaneId(),
        lane.started().getProcessId(),
        lane.started().getPhase() == Phase.WARMUP,
        lane.hasEnded(),
        lane.started().getAnchorEpochNs(),
        lane.issued(),
        goesOn ? latest.getInFlight() : 0,
        goesOn ? latest.getBacklog() : 0,
        latest == null ? null : latest.getHealth());
  }
}
