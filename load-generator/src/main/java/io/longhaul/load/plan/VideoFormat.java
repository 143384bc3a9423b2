package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Optional;

/** The file that holds a synthetic video. */
public enum VideoFormat implements Keyword {
  MP4,
  WEBM;

  /** How its sound is encoded when nobody says. */
  public String usualSoundCodec() {
    return this == MP4 ? "libopus" : "libvorbis";
  }

  /** The format with this name, in any case. */
  public static Optional<VideoFormat> of(String word) {
    return Arrays.stream(values())
        .filter(format -> format.word().equalsIgnoreCase(word.strip()))
        .findFirst();
  }

  /** All names, as a sentence has them. */
  public static String allWords() {
    return "mp4 or webm";
  }
}
