package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Optional;

/** How synthetic sound is encoded. */
public enum AudioFormat implements Keyword {
  WAV,
  /** By the program ffmpeg. */
  MP3;

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
