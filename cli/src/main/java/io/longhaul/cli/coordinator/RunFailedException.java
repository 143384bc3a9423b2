package io.longhaul.cli.coordinator;

import java.util.List;

/** A run that cannot go on, or could not begin. */
public class RunFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final ExitCode exitCode;
  private final transient List<String> details;

  /**
   * A failure with its exit status.
   *
   * @param details further lines for people, such as the end of a log
   */
  public RunFailedException(ExitCode exitCode, String message, List<String> details) {
    super(message);
    this.exitCode = exitCode;
    this.details = List.copyOf(details);
  }

  public final ExitCode exitCode() {
    return exitCode;
  }

  public final List<String> details() {
    return details;
  }
}
