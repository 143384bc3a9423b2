package io.longhaul.cli.coordinator;

/**
 * Why a run's load ends before its plan does, though nobody interrupted it and nothing failed that
 * it stands on.
 *
 * @param reason one of {@link LoadOutcome}'s words
 * @param condition what came true, with its figures, in a sentence
 */
public record EarlyStop(String reason, String condition) {
  /** Nothing came true: the load ends with its plan. */
  static final EarlyStop NONE = new EarlyStop(LoadOutcome.COMPLETED, "");

  boolean isNone() {
    return condition.isEmpty();
  }
}
