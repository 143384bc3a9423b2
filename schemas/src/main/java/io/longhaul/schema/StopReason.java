package io.longhaul.schema;

import java.util.Locale;

/** Why the load of a run ended, as {@code Stop} and the run's row state it. */
public enum StopReason {
  COMPLETED,
  INTERRUPTED,
  /** The run reached its maximum duration. */
  LONGEST_DURATION,
  /** No generator is left. */
  GENERATORS_LOST,
  /** Too many requests failed in the latest slices. */
  FAILED_REQUESTS,
  CONSECUTIVE_FAILURES,
  /** Too little disk space was free. */
  FREE_DISK,
  /** No response arrived in time. */
  NO_ANSWER,
  /** The infrastructure failed. */
  FAILED,
  /**
   * The run was finished after its coordinator had disappeared, and a lane was lost or generators
   * had stopped before the end of the plan.
   */
  ABANDONED,
  /** The coordinator disappeared and no other took over. */
  COORDINATOR_LOST("coordinator lost");

  private final String word;

  StopReason() {
    this.word = name().toLowerCase(Locale.ROOT);
  }

  StopReason(String word) {
    this.word = word;
  }

  /** Returns the text in records and rows. */
  public String word() {
    return word;
  }

  /** Returns whether a text in a record or a row is this reason; newer versions may have others. */
  public boolean matches(String text) {
    return word.equals(text);
  }
}
