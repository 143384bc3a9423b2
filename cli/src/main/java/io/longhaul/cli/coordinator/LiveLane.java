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
 * @param lost whether it was judged lost before that, as its process ended or was silent; what it
 *     may say later is late
 * @param startedEpochNanos when it began
 * @param issued requests so far
 * @param completed of these; what was in flight when it was lost is not, and never will be
 * @param inFlight requests now
 * @param backlog due and not yet sent
 * @param health how its process was in the last second; null before it told
 */
public record LiveLane(
    String laneId,
    String processId,
    boolean warmup,
    boolean ended,
    boolean lost,
    long startedEpochNanos,
    long issued,
    long completed,
    long inFlight,
    long backlog,
    Health health) {

  static LiveLane of(LaneStatus lane) {
    Heartbeat latest = lane.heartbeat();
    boolean isActive = lane.isActive();
    boolean ended = lane.hasEnded() && !lane.lost();
    long open = ended || latest == null ? 0 : latest.getInFlight();
    return new LiveLane(
        lane.started().getLaneId(),
        lane.started().getProcessId(),
        lane.started().getPhase() == Phase.WARMUP,
        ended,
        lane.lost(),
        lane.started().getAnchorEpochNs(),
        lane.issued(),
        lane.issued() - open,
        isActive ? open : 0,
        isActive ? latest.getBacklog() : 0,
        latest == null ? null : latest.getHealth());
  }

  /** Whether nothing more is to be expected of it. */
  public boolean isOver() {
    return ended || lost;
  }
}
