package io.longhaul.load.record;

import io.longhaul.load.endpoint.Delta;

/** Receives the content of one response. Belongs to the recording thread. */
public interface ResponseListener {

  /** Ignores all calls. */
  ResponseListener NONE =
      new ResponseListener() {
        @Override
        public void delta(Delta delta) {}

        @Override
        public void ended(boolean good) {}
      };

  /** Called for each chunk of the response. */
  void delta(Delta delta);

  /**
   * Called exactly once, as the last method.
   *
   * @param good whether the request succeeded; otherwise the chunks are incomplete, or there are
   *     none
   */
  void ended(boolean good);
}
