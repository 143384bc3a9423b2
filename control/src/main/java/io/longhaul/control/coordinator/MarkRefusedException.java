package io.longhaul.control.coordinator;

/** The run cannot take a mark now; the message says why. */
public final class MarkRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  /** The load of the run has not started. */
  public static MarkRefusedException notStarted() {
    return new MarkRefusedException("the load of the run has not started (wait for its start)");
  }

  MarkRefusedException(String reason) {
    super("Cannot add a mark: " + reason);
  }
}
