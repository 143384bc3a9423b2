package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.Phase;
import org.jspecify.annotations.Nullable;

/**
 * Latest state of a generator lane, for views only, never for results.
 *
 * @param processId the generator's name in the run, such as g0
 * @param warmup whether this is a warm-up lane; otherwise it is a profiling lane
 * @param ended whether the lane has ended; then no request is in flight
 * @param lost whether the lane was declared lost, because its process ended or was silent
 * @param startedEpochNanos start of the lane, in nanoseconds since the epoch
 * @param issued requests issued so far
 * @param completed requests completed so far; requests that were in flight when the lane was lost
 *     never complete
 * @param inFlight requests in flight now
 * @param backlog requests that are due and not sent yet
 * @param health health of the process in the last second; null before the first heartbeat
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
    @Nullable Health health) {

  static LiveLane of(LaneStatus lane) {
    LaneStart identity = requireNonNull(lane.identity());
    Heartbeat latest = lane.heartbeat();
    boolean isActive = lane.isActive();
    boolean ended = lane.hasEnded() && !lane.lost();
    long open = ended || latest == null ? 0 : latest.getInFlight();
    return new LiveLane(
        identity.laneId(),
        identity.processId(),
        identity.phase() == Phase.WARMUP,
        ended,
        lane.lost(),
        identity.anchorEpochNanos(),
        lane.issued(),
        lane.issued() - open,
        isActive ? open : 0,
        latest != null && isActive ? latest.getBacklog() : 0,
        latest == null ? null : latest.getHealth());
  }

  /** Returns whether the lane has ended or was lost. */
  public boolean isOver() {
    return ended || lost;
  }
}
