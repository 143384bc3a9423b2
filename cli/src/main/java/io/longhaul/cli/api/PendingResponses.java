package io.longhaul.cli.api;

/**
 * Counts the responses that are being sent, so that none is cut off at the end. For the event loop.
 */
final class PendingResponses {
  private int count;
  private boolean closing;
  private Runnable whenAllSent = () -> {};

  void started() {
    count++;
  }

  void finished() {
    count--;
    if (count == 0) {
      whenAllSent.run();
    }
  }

  /** Returns whether connections are closed after their response. */
  boolean isClosing() {
    return closing;
  }

  /** Runs the action when the last response is sent; immediately if none is pending. */
  void whenAllSent(Runnable action) {
    closing = true;
    whenAllSent = action;
    if (count == 0) {
      action.run();
    }
  }
}
