package io.longhaul.mock.llm;

/**
 * Is notified of the number of open requests. Called on the LLM server's event loop; must not
 * block.
 */
@FunctionalInterface
public interface LoadListener {

  /**
   * Called when a request arrived or ended.
   *
   * @param nanos time by {@link System#nanoTime()}; never decreases
   * @param openStreams number of open requests from this time on
   */
  void openStreamsChanged(long nanos, int openStreams);
}
