package io.longhaul.load;

import org.jspecify.annotations.Nullable;

/**
 * Supplies the first requests of a lane's sessions, in the order of the sessions. Belongs to the
 * event loop.
 */
interface FirstTurnSource extends AutoCloseable {
  /**
   * Returns the first request of this session, which must be the lane's next one; null while it is
   * not ready. Returns each request once.
   */
  RequestFactory.@Nullable PreparedRequest take(long session);

  /**
   * Starts to prepare requests.
   *
   * @param requestsReady called on any thread when a request is ready after there was none
   */
  default void start(Runnable requestsReady) {}

  /** Ends the supply: no more requests are needed. */
  @Override
  default void close() {}
}
