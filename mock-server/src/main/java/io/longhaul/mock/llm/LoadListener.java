package io.longhaul.mock.llm;

/**
 * Hears how many requests are being answered. Called on the LLM server's event loop; must not wait.
 */
@FunctionalInterface
public interface LoadListener {

  /**
   * A request came or ended.
   *
   * @param nanos when, on {@link System#nanoTime()}; never earlier than the time of the call before
   * @param openStreams how many requests are open from now on
   */
  void openStreamsChanged(long nanos, int openStreams);
}
