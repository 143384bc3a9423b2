package io.longhaul.load;

/** Where a lane gets the first requests of its sessions from, in their order. On the loop. */
interface FirstTurnSource extends AutoCloseable {
  /**
   * That of the session with this number, which is the lane's next; null while it is not ready.
   * Given once.
   */
  RequestFactory.PreparedRequest take(long session);

  /** Nothing is taken any more. */
  @Override
  default void close() {}
}
