package io.longhaul.load.plan.media;

import io.longhaul.load.plan.check.Nullable;
import io.longhaul.load.plan.check.Problems;
import io.longhaul.load.plan.check.SamplingStrategy;

/**
 * What synthetic images show.
 *
 * @param folder the folder of the pictures that are resized, or null for random pixels
 * @param sampling the order in which pictures are drawn from the folder
 */
public record ImageSource(@Nullable String folder, SamplingStrategy sampling) {
  public static final ImageSource NOISE = new ImageSource(null, SamplingStrategy.RANDOM);

  /** Returns whether images consist of random pixels. */
  public boolean isNoise() {
    return folder == null;
  }

  void check(Problems problems) {
    if (isNoise() && sampling != SamplingStrategy.RANDOM) {
      problems.invalid("sampling of pictures", sampling.word(), "random, or pictures of a folder");
    }
  }
}
