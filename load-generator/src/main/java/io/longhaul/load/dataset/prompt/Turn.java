package io.longhaul.load.dataset.prompt;

import org.jspecify.annotations.Nullable;

/**
 * One turn of a conversation.
 *
 * @param prompt the user's prompt
 * @param delayNanos delay after the end of the previous turn; 0 for a first turn
 * @param recordedNanos time on a fixed schedule, since its start, which takes precedence over the
 *     delay; null without one
 */
public record Turn(Prompt prompt, long delayNanos, @Nullable Long recordedNanos) {

  /** Creates a turn without a scheduled time. */
  public Turn(Prompt prompt, long delayNanos) {
    this(prompt, delayNanos, null);
  }
}
