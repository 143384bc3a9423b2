package io.longhaul.load.sse;

/** What a decoder found when its stream ended. */
public enum SseEnd {
  /** The stream ended between two events. */
  CLEAN,
  /** The last event lacked its blank line; it was told, as the stream ended properly. */
  LEFTOVER_TOLD,
  /**
   * Something stood behind the last blank line and was not told: a piece of an event of a stream
   * that was cut, or fields that say nothing.
   */
  LEFTOVER_DROPPED
}
