package io.longhaul.load;

import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.record.ResponseListener;
import org.jspecify.annotations.Nullable;

/**
 * Reports the first chunk of a response, and forwards all calls to another listener. Belongs to the
 * recording thread.
 */
final class FirstTokenListener implements ResponseListener {
  private final ResponseListener listener;
  private @Nullable Runnable onFirstChunk;

  /**
   * @param listener receives all calls
   * @param onFirstChunk runs at the first chunk; never, if there is none
   */
  FirstTokenListener(ResponseListener listener, Runnable onFirstChunk) {
    this.listener = listener;
    this.onFirstChunk = onFirstChunk;
  }

  @Override
  public void delta(Delta delta) {
    if (onFirstChunk != null && delta.isChunk()) {
      onFirstChunk.run();
      onFirstChunk = null;
    }
    listener.delta(delta);
  }

  @Override
  public void ended(boolean good, int contentTokens, int reasoningTokens) {
    listener.ended(good, contentTokens, reasoningTokens);
  }
}
