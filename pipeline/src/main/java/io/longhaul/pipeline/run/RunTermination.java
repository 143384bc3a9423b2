package io.longhaul.pipeline.run;

/**
 * How the coordinator ended the run.
 *
 * @param reason reason, as the coordinator reported it
 * @param stopCondition the stop condition that was met, in a sentence; empty if none was
 * @param loadEndedEpochNanos end of the load's last phase
 * @param frontierEpochNanos the coordinator's last frontier before that
 * @param coordinatorLost whether the coordinator's lane ended without a stop and without a
 *     successor
 */
record RunTermination(
    String reason,
    String stopCondition,
    long loadEndedEpochNanos,
    long frontierEpochNanos,
    boolean coordinatorLost) {

  /** Returns the earliest possible end of the run. */
  long earliestEndEpochNanos() {
    return Math.max(loadEndedEpochNanos, frontierEpochNanos);
  }
}
