package io.longhaul.load;

/** The total time of a lane's waits of one kind. Belongs to the event loop. */
final class WaitingTime {
  /** Means that the lane does not wait. */
  private static final long NEVER = Long.MIN_VALUE;

  private long sinceNanos = NEVER;

  /** Total of all earlier waits. */
  private long earlierNanos;

  boolean isRunning() {
    return sinceNanos != NEVER;
  }

  /** Starts a wait, unless one is running. */
  void start(long atNanos) {
    if (!isRunning()) {
      sinceNanos = atNanos;
    }
  }

  /** Ends the wait, if one is running. */
  void end(long atNanos) {
    earlierNanos = totalNanos(atNanos);
    sinceNanos = NEVER;
  }

  /** Returns the total time until now. */
  long totalNanos(long nowNanos) {
    return earlierNanos + (isRunning() ? Math.max(0, nowNanos - sinceNanos) : 0);
  }
}
