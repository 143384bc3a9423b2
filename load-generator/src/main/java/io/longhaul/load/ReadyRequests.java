package io.longhaul.load;

/** Where a lane gets its requests from, in the order of its plan. On the loop. */
interface ReadyRequests extends AutoCloseable {
  /**
   * The request with this plan index, which is the lane's next; null while it is not ready. Given
   * once.
   */
  RequestMaker.Ready take(long planIndex);

  /** Nothing is taken any more. */
  @Override
  default void close() {}
}
