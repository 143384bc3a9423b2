package io.longhaul.load.dataset;

/**
 * One turn of a conversation.
 *
 * @param prompt what the user says
 * @param delayNanos how long after the end of the turn before it is said; 0 for a first turn
 * @param recordedNanos when a fixed schedule has it, since the start; then the delay says nothing.
 *     Null when it has no time of its own
 */
public record Turn(Prompt prompt, long delayNanos, Long recordedNanos) {

  /** A turn without a time of its own. */
  public Turn(Prompt prompt, long delayNanos) {
    this(prompt, delayNanos, null);
  }
}
