package io.longhaul.load.record;

/**
 * How far a lane is complete: the time of its oldest fact that does not yet stand in the lane; the
 * loop's last tick if there is none. Never falls. For the recording thread; times are the
 * process's.
 */
final class Frontier {
  private long lastTickNanos;
  private long frontierNanos;

  /**
   * @param startNanos when the lane began: nothing in it is older
   */
  Frontier(long startNanos) {
    this.lastTickNanos = startNanos;
    this.frontierNanos = startNanos;
  }

  /** Everything that the loop heard before has been read from the ring. */
  void tick(long atNanos) {
    lastTickNanos = atNanos;
  }

  long lastTickNanos() {
    return lastTickNanos;
  }

  /** The frontier, given the stories of the requests that are open. */
  long advance(Iterable<OpenRequest> open) {
    long oldest = lastTickNanos;
    for (OpenRequest request : open) {
      oldest = Math.min(oldest, request.oldestUnpublishedNanos());
    }
    frontierNanos = Math.max(frontierNanos, oldest);
    return frontierNanos;
  }
}
