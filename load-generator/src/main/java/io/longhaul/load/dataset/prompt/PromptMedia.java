package io.longhaul.load.dataset.prompt;

import io.longhaul.load.endpoint.request.MessageMedia;
import java.util.List;

/**
 * Media of a prompt. They may be large, so they are read or generated when a request body is built,
 * and not stored. Immutable.
 */
public interface PromptMedia {
  PromptMedia NONE = new LineMedia(List.of());

  /**
   * Loads the media. Returns the same content each time.
   *
   * @throws DatasetException if a file can no longer be read
   */
  MessageMedia load();

  /** Returns the number of images. */
  int images();

  /**
   * Returns the duration of the first audio clip; 0 if there is none or its duration is unknown.
   */
  long audioNanos();

  /** Returns a short text for each medium that distinguishes it from those of other prompts. */
  List<String> identities();
}
