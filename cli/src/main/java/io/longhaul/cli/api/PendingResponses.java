package io.longhaul.cli.api;

/** Counts answers that are being sent, so that none is cut at the end. For the event loop. */
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

  /** Whether a connection is to be closed behind its answer. */
  boolean isClosing() {
    return closing;
  }

  /** Does this when the last answer is sent; now, when there is none. */
  void whenAllSent(Runnable action) {
    closing = true;
    whenAllSent = action;
    if (count == 0) {
      action.run();
    }
  }
}
