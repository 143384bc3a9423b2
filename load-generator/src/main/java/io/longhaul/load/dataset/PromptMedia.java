package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.MessageMedia;
import java.util.List;

/**
 * What a prompt carries beside text. It may be large, so a prompt only knows how to come by it: it
 * is read or made up when a body is made, and not kept. Immutable, any thread.
 */
public interface PromptMedia {
  PromptMedia NONE = new LineMedia(List.of());

  /**
   * The media themselves, the same each time.
   *
   * @throws DatasetException when a file cannot be read any more
   */
  MessageMedia load();

  /** How many images there are among them. */
  int images();

  /** How long the first clip of sound among them lasts; 0 when there is none, or nobody knows. */
  long audioNanos();

  /**
   * What tells them from those of other prompts, one for each, in a few words if they are large.
   */
  List<String> identities();
}
