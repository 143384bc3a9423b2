package io.longhaul.load.record;

/**
 * The time up to which a lane is complete: that of its oldest unpublished fact or, if there is
 * none, of the event loop's last tick. Never decreases. For the recording thread; times are those
 * of the process's clock.
 */
final class Frontier {
  private long lastTickNanos;
  private long frontierNanos;

  /**
   * @param startNanos start of the lane; no fact is older
   */
  Frontier(long startNanos) {
    this.lastTickNanos = startNanos;
    this.frontierNanos = startNanos;
  }

  /** Records that everything before this tick has been read from the ring. */
  void tick(long atNanos) {
    lastTickNanos = atNanos;
  }

  /** Returns the frontier, given the open requests. */
  long advance(Iterable<OpenRequest> open) {
    long oldest = lastTickNanos;
    for (OpenRequest request : open) {
      oldest = Math.min(oldest, request.oldestUnpublishedNanos());
    }
    frontierNanos = Math.max(frontierNanos, oldest);
    return frontierNanos;
  }
}
