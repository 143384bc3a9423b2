package io.longhaul.load.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How synthetic sound is encoded. */
public enum AudioFormat {
  WAV,
  /** By the program ffmpeg. */
  MP3;

  /** The name on a command line, in a plan and in requests, for example {@code wav}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The format with this name, in any case. */
  public static Optional<AudioFormat> of(String word) {
    return Arrays.stream(values())
        .filter(format -> format.word().equalsIgnoreCase(word.strip()))
        .findFirst();
  }

  /** All names, as a sentence has them. */
  public static String allWords() {
    return "wav or mp3";
  }
}
