package io.longhaul.pipeline.run;

/**
 * How the coordinator ended the run.
 *
 * @param reason in its words
 * @param stopCondition the stop condition that came true, in a sentence; empty when none did
 * @param loadEndedEpochNanos when the load's last phase was over
 * @param frontierEpochNanos the coordinator's last frontier before that
 * @param coordinatorLost it did not say so: its lane is over without a stop and without a successor
 */
record RunTermination(
    String reason,
    String stopCondition,
    long loadEndedEpochNanos,
    long frontierEpochNanos,
    boolean coordinatorLost) {

  /** The run's end does not lie before it. */
  long earliestEndEpochNanos() {
    return Math.max(loadEndedEpochNanos, frontierEpochNanos);
  }
}
