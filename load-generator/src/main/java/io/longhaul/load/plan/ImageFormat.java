package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Optional;

/** How synthetic images are encoded. */
public enum ImageFormat implements Keyword {
  PNG,
  JPEG,
  /** Either, drawn for each image. */
  RANDOM;

  /** The format with this name, in any case. */
  public static Optional<ImageFormat> of(String word) {
    return Arrays.stream(values())
        .filter(format -> format.word().equalsIgnoreCase(word.strip()))
        .findFirst();
  }

  /** All names, as a sentence has them. */
  public static String allWords() {
    return "png, jpeg or random";
  }
}
