package io.longhaul.load.dataset.synthetic;

import io.longhaul.load.dataset.prompt.DatasetException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Clips that an external program encodes before the load starts, because encoding would take CPU
 * time from the measurement. Only a few are encoded, and prompts use them in turn.
 */
final class EncodedClips {
  private static final long MAX_CHARS = 128L << 20;
  private static final int MAX_CLIPS = 16;

  private EncodedClips() {}

  /** Encodes the clip with this number. */
  interface Encoder {
    byte[] clip(int number) throws IOException;
  }

  /**
   * Encodes one clip for each use, up to a limit, and returns them in base64.
   *
   * @param count number of uses, at least one
   * @throws DatasetException if a clip cannot be encoded
   */
  static List<String> encodeAll(long count, Encoder encoder) {
    List<String> clips = new ArrayList<>();
    long chars = 0;
    while (clips.size() < Math.min(count, MAX_CLIPS) && chars < MAX_CHARS) {
      try {
        String clip = Base64.getEncoder().encodeToString(encoder.clip(clips.size()));
        chars += clip.length();
        clips.add(clip);
      } catch (IOException e) {
        throw new DatasetException(e);
      }
    }
    return List.copyOf(clips);
  }
}
