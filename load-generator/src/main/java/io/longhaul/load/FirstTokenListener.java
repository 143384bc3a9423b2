package io.longhaul.load;

import io.longhaul.load.endpoint.Delta;
import io.longhaul.load.record.ResponseListener;

/** Tells when an answer begins, and whatever it says somebody else. On the recording thread. */
final class FirstTokenListener implements ResponseListener {
  private final ResponseListener listener;
  private Runnable heard;

  /**
   * @param listener hears the answer
   * @param heard run at the first chunk; not at all if none comes
   */
  FirstTokenListener(ResponseListener listener, Runnable heard) {
    this.listener = listener;
    this.heard = heard;
  }

  @Override
  public void delta(Delta delta) {
    if (heard != null && delta.isChunk()) {
      heard.run();
      heard = null;
    }
    listener.delta(delta);
  }

  @Override
  public void ended(boolean good) {
    listener.ended(good);
  }
}
