package io.longhaul.load.sse;

/** How a stream ended. */
public enum SseEnd {
  /** The stream ended between two events. */
  CLEAN,
  /** The last event had no blank line; it was emitted because the stream ended properly. */
  LEFTOVER_EMITTED,
  /**
   * The data after the last blank line was discarded: an incomplete event of an interrupted stream,
   * or fields without content.
   */
  LEFTOVER_DISCARDED
}
