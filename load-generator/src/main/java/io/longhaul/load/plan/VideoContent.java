package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Optional;

/** What synthetic videos show. */
public enum VideoContent implements Keyword {
  /** A few shapes on their way over a black ground. */
  MOVING_SHAPES,
  /** A clock on a grid, and the number of the frame. */
  GRID_CLOCK,
  /** Nothing that comes twice. */
  NOISE;

  /** The content with this name, in any case, with {@code -} or {@code _}. */
  public static Optional<VideoContent> of(String word) {
    return Arrays.stream(values())
        .filter(content -> content.word().equalsIgnoreCase(word.strip().replace('-', '_')))
        .findFirst();
  }

  /** All names, as a sentence has them. */
  public static String allWords() {
    return "moving_shapes, grid_clock or noise";
  }
}
