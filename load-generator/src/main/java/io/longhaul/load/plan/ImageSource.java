package io.longhaul.load.plan;

/**
 * What synthetic images show.
 *
 * @param folder whose pictures they are made of; null for noise, another in each
 * @param sampling which picture each image is made of
 */
public record ImageSource(@Nullable String folder, Sampling sampling) {
  public static final ImageSource NOISE = new ImageSource(null, Sampling.RANDOM);

  /** Whether they are made of numbers alone. */
  public boolean isNoise() {
    return folder == null;
  }

  void check(Problems problems) {
    if (isNoise() && sampling != Sampling.RANDOM) {
      problems.invalid("sampling of pictures", sampling.word(), "random, or pictures of a folder");
    }
  }
}
