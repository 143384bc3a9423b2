package io.longhaul.cli.coordinator;

/**
 * Reason for which a run's load ends before its plan, without an interrupt and without a failure of
 * the infrastructure.
 *
 * @param reason one of {@link LoadOutcome}'s stop reasons
 * @param condition the stop condition that was met, with its figures, as a sentence
 */
public record EarlyStop(String reason, String condition) {
  /** No condition was met: the load ends with its plan. */
  static final EarlyStop NONE = new EarlyStop(LoadOutcome.COMPLETED, "");

  boolean isNone() {
    return condition.isEmpty();
  }
}
