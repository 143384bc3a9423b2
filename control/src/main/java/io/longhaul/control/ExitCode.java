package io.longhaul.control;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/**
 * Exit codes of all commands, in order of precedence: if several apply, the first one is the exit
 * status.
 */
public enum ExitCode {
  /** The command line, or a file that it names, is invalid; nothing was started. */
  USAGE(2, "the command line or a file is invalid"),
  /** Kafka or Flink failed. */
  INFRASTRUCTURE_FAILED(6, "Kafka or Flink failed"),
  /** Longhaul itself failed. */
  INTERNAL_ERROR(1, "Longhaul itself failed"),
  /** Part of the data was lost; a message names it. */
  DATA_INCOMPLETE(5, "part of the data was lost"),
  /** Ctrl-C, a termination signal or a closed terminal; the data until then is valid. */
  INTERRUPTED(130, "it was interrupted"),
  /**
   * The server could not be reached, no request received a valid response, or most requests failed.
   */
  TARGET_FAILED(4, "the server could not be reached or most requests failed"),
  /** The measurement cannot be trusted, and {@code --require-valid} was given. */
  NOT_TRUSTED(7, "the measurement cannot be trusted"),
  /** A threshold was not met. */
  THRESHOLD_MISSED(3, "a threshold was not met"),
  /** Success. */
  DONE(0, "success");

  /** A process that SIGTERM ended before it installed its handler. */
  private static final int ENDED_BY_SIGNAL_TO_END = 128 + 15;

  private final int status;
  private final String meaning;

  ExitCode(int status, String meaning) {
    this.status = status;
    this.meaning = meaning;
  }

  public int status() {
    return status;
  }

  /** Returns the meaning as the end of a sentence. */
  public String meaning() {
    return meaning;
  }

  /**
   * Returns whether a series of runs ends after a run with this exit code. It continues after a run
   * that measured something or could not reach its target. It ends after an interrupt and after
   * failures that would also affect the next run.
   */
  public boolean endsSeries() {
    return switch (this) {
      case USAGE, INFRASTRUCTURE_FAILED, INTERNAL_ERROR, INTERRUPTED -> true;
      case DATA_INCOMPLETE, TARGET_FAILED, NOT_TRUSTED, THRESHOLD_MISSED, DONE -> false;
    };
  }

  /** Returns the exit code of a child process; an unknown status counts as an internal error. */
  public static ExitCode ofStatus(int status) {
    if (status == ENDED_BY_SIGNAL_TO_END) {
      return INTERRUPTED;
    }
    return Arrays.stream(values())
        .filter(code -> code.status == status)
        .findFirst()
        .orElse(INTERNAL_ERROR);
  }

  /** Returns the exit code with the highest precedence; {@link #DONE} for no reasons. */
  public static ExitCode of(Collection<ExitCode> reasons) {
    return reasons.stream().min(Comparator.naturalOrder()).orElse(DONE);
  }
}
