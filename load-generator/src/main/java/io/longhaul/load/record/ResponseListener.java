package io.longhaul.load.record;

import io.longhaul.load.endpoint.Delta;

/** Hears what one answer says, for whoever goes on from it. On the recording thread. */
public interface ResponseListener {

  /** Nobody wants to know. */
  ResponseListener NONE =
      new ResponseListener() {
        @Override
        public void delta(Delta delta) {}

        @Override
        public void ended(boolean good) {}
      };

  /** A chunk of the answer. */
  void delta(Delta delta);

  /**
   * The last word; exactly once.
   *
   * @param good whether all went well: else what was said is not the whole answer, or none
   */
  void ended(boolean good);
}
