package io.longhaul.control.coordinator;

import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.Phase;
import org.jspecify.annotations.Nullable;

/**
 * What the first event of a lane states, or what is known without it.
 *
 * @param processId the process's name in the run, such as g0
 * @param phase phase of a generator's lane; null for another lane
 * @param anchorEpochNanos time from which the times of its events count, in nanoseconds since the
 *     epoch
 */
record LaneStart(String laneId, String processId, @Nullable Phase phase, long anchorEpochNanos) {
  private static final String GENERATOR_PREFIX = "g";
  private static final String WARMUP_SUFFIX = ".w";

  static LaneStart of(LaneStarted started) {
    return new LaneStart(
        started.getLaneId(),
        started.getProcessId(),
        started.getPhase(),
        started.getAnchorEpochNs());
  }

  /** Returns what is known of a lane whose first event was not read. */
  static LaneStart of(String laneId, long anchorEpochNanos) {
    return new LaneStart(laneId, processOf(laneId), phaseOf(laneId), anchorEpochNanos);
  }

  /** Returns the process's name in the run. */
  static String processOf(String laneId) {
    return laneId.substring(0, laneId.indexOf('.'));
  }

  /** Returns the phase of a generator's lane; null for another lane. */
  static @Nullable Phase phaseOf(String laneId) {
    if (!laneId.startsWith(GENERATOR_PREFIX)) {
      return null;
    }
    return laneId.endsWith(WARMUP_SUFFIX) ? Phase.WARMUP : Phase.PROFILING;
  }
}
