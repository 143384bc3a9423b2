package io.longhaul.pipeline.row;

/**
 * The identity of a lane and its time axis.
 *
 * @param processId process that writes the lane
 * @param phase {@code warmup} or {@code profiling}; empty in other lanes
 * @param anchorEpochNanos Unix time in nanoseconds at the lane's time 0
 */
public record LaneIdentity(
    String runId, String laneId, String processId, String phase, long anchorEpochNanos) {

  /**
   * Returns the event time of a lane time. Times that exceed the range of {@code long} are clamped.
   */
  public long epochOf(long atNanos) {
    long epoch = anchorEpochNanos + atNanos;
    boolean overflown = ((anchorEpochNanos ^ epoch) & (atNanos ^ epoch)) < 0;
    if (overflown) {
      return atNanos < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return epoch;
  }
}
