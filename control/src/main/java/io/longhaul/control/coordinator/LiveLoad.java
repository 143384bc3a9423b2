package io.longhaul.control.coordinator;

import io.longhaul.wire.Heartbeat;

/**
 * Latest load of all generators, for views only, never for results.
 *
 * @param issued requests issued so far
 * @param inFlight requests in flight now
 * @param backlog requests that are due and not sent yet
 * @param sendLagP99Nanos maximum over the lanes of the send lag's p99 in the last second; 0 if
 *     nothing was sent
 */
public record LiveLoad(long issued, long inFlight, long backlog, long sendLagP99Nanos) {

  /** The load before the first heartbeat. */
  public static final LiveLoad NONE = new LiveLoad(0, 0, 0, 0);

  LiveLoad and(LaneStatus lane) {
    Heartbeat latest = lane.heartbeat();
    if (latest == null || !lane.isActive()) {
      return new LiveLoad(issued + lane.issued(), inFlight, backlog, sendLagP99Nanos);
    }
    Long lag = latest.getHealth().getSendLagP99Ns();
    return new LiveLoad(
        issued + lane.issued(),
        inFlight + latest.getInFlight(),
        backlog + latest.getBacklog(),
        Math.max(sendLagP99Nanos, lag == null ? 0 : lag));
  }
}
