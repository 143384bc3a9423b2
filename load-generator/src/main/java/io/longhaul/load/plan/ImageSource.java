package io.longhaul.load.plan;

/**
 * What synthetic images show.
 *
 * @param folder whose pictures they are made of; null for noise, another in each
 * @param sampling which picture each image is made of
 */
public record ImageSource(@Nullable String folder, SamplingStrategy sampling) {
  public static final ImageSource NOISE = new ImageSource(null, SamplingStrategy.RANDOM);

  /** Whether they are made of numbers alone. */
  public boolean isNoise() {
    return folder == null;
  }

  void check(Problems problems) {
    if (isNoise() && sampling != SamplingStrategy.RANDOM) {
      problems.invalid("sampling of pictures", sampling.word(), "random, or pictures of a folder");
    }
  }
}
