package io.longhaul.cli.coordinator;

/**
 * What generators said of themselves lately, added up: for views, never for results.
 *
 * @param issued requests so far
 * @param inFlight requests now
 * @param backlog due and not yet sent
 * @param sendLagP99Nanos the largest of the lanes, over the last second; 0 when nothing was sent
 */
public record LiveLoad(long issued, long inFlight, long backlog, long sendLagP99Nanos) {

  /** Nobody has said anything yet. */
  public static final LiveLoad NONE = new LiveLoad(0, 0, 0, 0);

  LiveLoad and(LaneStatus lane) {
    if (!lane.isActive()) {
      return new LiveLoad(issued + lane.issued(), inFlight, backlog, sendLagP99Nanos);
    }
    Long lag = lane.heartbeat().getHealth().getSendLagP99Ns();
    return new LiveLoad(
        issued + lane.issued(),
        inFlight + lane.heartbeat().getInFlight(),
        backlog + lane.heartbeat().getBacklog(),
        Math.max(sendLagP99Nanos, lag == null ? 0 : lag));
  }
}
