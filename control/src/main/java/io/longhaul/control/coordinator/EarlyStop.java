package io.longhaul.control.coordinator;

import io.longhaul.schema.StopReason;

/**
 * Reason for which a run's load ends before its plan, without an interrupt and without a failure of
 * the infrastructure.
 *
 * @param condition the stop condition that was met, with its figures, as a sentence
 */
public record EarlyStop(StopReason reason, String condition) {
  /** No condition was met: the load ends with its plan. */
  static final EarlyStop NONE = new EarlyStop(StopReason.COMPLETED, "");

  boolean isNone() {
    return condition.isEmpty();
  }
}
