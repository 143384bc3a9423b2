package io.longhaul.load.record;

import io.longhaul.load.endpoint.response.Delta;

/**
 * Receives the content of one response. Belongs to the recording thread. The methods of this
 * interface do nothing.
 */
public interface ResponseListener {

  /** Means that the client does not count tokens. */
  int UNCOUNTED = -1;

  /** Ignores all calls. */
  ResponseListener NONE = new ResponseListener() {};

  /** Called for each chunk of the response. */
  default void delta(Delta delta) {}

  /**
   * Called exactly once, as the last method.
   *
   * @param good whether the request succeeded; otherwise the chunks are incomplete, or there are
   *     none
   * @param contentTokens tokens of the content, or {@link #UNCOUNTED}
   * @param reasoningTokens tokens of the reasoning, or {@link #UNCOUNTED}
   */
  default void ended(boolean good, int contentTokens, int reasoningTokens) {}
}
