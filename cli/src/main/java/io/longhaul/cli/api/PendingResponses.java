package io.longhaul.cli.api;

/** Counts answers that are being sent, so that none is cut at the end. For the event loop. */
final class PendingResponses {
  private int count;
  private boolean last;
  private Runnable whenNoneIsLeft = () -> {};

  void begun() {
    count++;
  }

  void ended() {
    count--;
    if (count == 0) {
      whenNoneIsLeft.run();
    }
  }

  /** Whether a connection is to be closed behind its answer. */
  boolean areLast() {
    return last;
  }

  /** Does this when the last answer is sent; now, when there is none. */
  void whenNoneIsLeft(Runnable done) {
    last = true;
    whenNoneIsLeft = done;
    if (count == 0) {
      done.run();
    }
  }
}
