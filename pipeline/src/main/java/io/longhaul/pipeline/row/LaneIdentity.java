package io.longhaul.pipeline.row;

/**
 * Whose story is told, and on which time axis.
 *
 * @param processId the process that writes the lane
 * @param phase {@code warmup} or {@code profiling}; empty in other lanes
 * @param anchorEpochNanos nanoseconds of the epoch at the lane's time 0
 */
public record LaneIdentity(
    String runId, String laneId, String processId, String phase, long anchorEpochNanos) {

  /** Event time of a lane time; what lies beyond all time stays there. */
  public long epochOf(long atNanos) {
    long epoch = anchorEpochNanos + atNanos;
    boolean overflown = ((anchorEpochNanos ^ epoch) & (atNanos ^ epoch)) < 0;
    if (overflown) {
      return atNanos < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return epoch;
  }
}
