package io.longhaul.load.dataset;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Clips that a program of its own has encoded, before the load: it would take the processor from
 * what is measured. So there are few, and they are dealt out again and again.
 */
final class EncodedClips {
  private static final long MAX_CHARS = 128L << 20;
  private static final int MAX_CLIPS = 16;

  private EncodedClips() {}

  /** Makes the clip with this number. */
  interface Encoder {
    byte[] clip(int number) throws IOException;
  }

  /**
   * As many clips as there are places, but not too many, in base64.
   *
   * @param count at least one
   * @throws DatasetException when one cannot be made
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
        throw new DatasetException(e.getMessage(), e);
      }
    }
    return List.copyOf(clips);
  }
}
