package io.longhaul.load.record;

import io.longhaul.load.endpoint.response.Delta;

/**
 * Receives the content of one response. Belongs to the recording thread. The methods of this
 * interface do nothing.
 */
public interface ResponseListener {

  /** Ignores all calls. */
  ResponseListener NONE = new ResponseListener() {};

  /** Called for each chunk of the response. */
  default void delta(Delta delta) {}

  /**
   * Called exactly once, as the last method.
   *
   * @param good whether the request succeeded; otherwise the chunks are incomplete, or there are
   *     none
   */
  default void ended(boolean good) {}
}
