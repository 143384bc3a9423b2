package io.longhaul.control.generator;

/**
 * Result of a generator's participation in a run.
 *
 * @param reason a sentence without a full stop; empty if the share was completed or the coordinator
 *     ended the run
 */
public record Participation(Outcome outcome, String reason) {

  /** How the participation ended. */
  public enum Outcome {
    /** The share was completed, or the coordinator ended the run. */
    DONE,
    /** The load was stopped before the share was completed. */
    STOPPED_EARLY,
    /** The run continues without this process, which has sent nothing. */
    NOT_NEEDED,
    /** The coordinator disappeared before the run started; this process has sent nothing. */
    COORDINATOR_GONE,
    /** The process was rejected and has sent nothing. */
    REFUSED
  }
}
