package io.longhaul.cli.coordinator;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/**
 * What a command's exit status says. The constants stand in the order in which they win: when
 * several apply, the first one is the exit status.
 */
public enum ExitCode {
  /** The command line, or a file that it names, will not do; nothing was started. */
  USAGE(2, "the command line or a file was refused"),
  /** Kafka or Flink failed. */
  INFRASTRUCTURE_FAILED(6, "Kafka or Flink failed"),
  /** A fault of Longhaul's own. */
  INTERNAL_ERROR(1, "Longhaul itself failed"),
  /** A part of the data was lost; it is named. */
  DATA_INCOMPLETE(5, "a part of the data was lost"),
  /** Ctrl-C, a signal to end, or a terminal that is gone; what there was is valid. */
  INTERRUPTED(130, "it was interrupted"),
  /** The server could not be reached, no request got a valid answer, or most requests failed. */
  TARGET_FAILED(4, "the server could not be reached or most requests failed"),
  /** The measurement cannot be trusted, and {@code --require-valid} asked for one that can. */
  NOT_TRUSTED(7, "the measurement cannot be trusted"),
  /** A threshold was not met. */
  THRESHOLD_MISSED(3, "a threshold was not met"),
  /** Done. */
  DONE(0, "success");

  /** A process that was told to end before it could listen. */
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

  /** What it means, as the end of a sentence. */
  public String meaning() {
    return meaning;
  }

  /**
   * Whether no run follows in a series. A run that measured something, or found its target dead, is
   * no reason to leave the next one out; one that was interrupted, or could not stand on its own
   * feet, is.
   */
  public boolean endsSeries() {
    return switch (this) {
      case USAGE, INFRASTRUCTURE_FAILED, INTERNAL_ERROR, INTERRUPTED -> true;
      case DATA_INCOMPLETE, TARGET_FAILED, NOT_TRUSTED, THRESHOLD_MISSED, DONE -> false;
    };
  }

  /** What the exit status of a process of ours says; one that no command has is a fault. */
  public static ExitCode ofStatus(int status) {
    if (status == ENDED_BY_SIGNAL_TO_END) {
      return INTERRUPTED;
    }
    return Arrays.stream(values())
        .filter(code -> code.status == status)
        .findFirst()
        .orElse(INTERNAL_ERROR);
  }

  /** The one that wins; {@link #DONE} when there is none. */
  public static ExitCode of(Collection<ExitCode> reasons) {
    return reasons.stream().min(Comparator.naturalOrder()).orElse(DONE);
  }
}
