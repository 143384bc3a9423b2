package io.longhaul.control;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Thrown if a run cannot start or cannot continue. */
public class RunFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final ExitCode exitCode;
  private final transient List<String> details;

  /** Creates a failure with its exit code. */
  public RunFailedException(ExitCode exitCode, String message) {
    this(exitCode, message, List.of());
  }

  /**
   * Creates a failure with its exit code.
   *
   * @param details further lines for the user, such as the end of a log
   */
  public RunFailedException(ExitCode exitCode, String message, List<String> details) {
    super(message);
    this.exitCode = exitCode;
    this.details = List.copyOf(details);
  }

  /** Returns a failure because of a user's input. */
  public static RunFailedException usage(String message) {
    return new RunFailedException(ExitCode.USAGE, message);
  }

  /** Returns the message for the user, which is never null. */
  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }

  public final ExitCode exitCode() {
    return exitCode;
  }

  public final List<String> details() {
    return details;
  }
}
