package io.longhaul.cli.coordinator;

/**
 * How a generator's part in a run ended.
 *
 * @param reason a sentence without a full stop; empty when the share was carried, or the
 *     coordinator ended the run
 */
public record Participation(Outcome outcome, String reason) {

  /** What became of the share. */
  public enum Outcome {
    /** It was carried to its end, or the coordinator ended the run. */
    DONE,
    /** The load was stopped before the share was done. */
    STOPPED_EARLY,
    /** The run goes on without this process, which has sent nothing. */
    NOT_NEEDED,
    /** The coordinator ended before the run began; this process has sent nothing. */
    COORDINATOR_GONE,
    /** This process cannot take part as it is, and has sent nothing. */
    REFUSED
  }
}
