package io.longhaul.load.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The file that holds a synthetic video. */
public enum VideoFormat {
  MP4,
  WEBM;

  /** The name on a command line, in a plan and of files, for example {@code webm}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

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
