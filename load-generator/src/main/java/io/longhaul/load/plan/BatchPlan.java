package io.longhaul.load.plan;

import io.longhaul.load.endpoint.MediaKind;

/**
 * How many of each kind a prompt has.
 *
 * @param texts texts of a synthetic prompt, or of one that is drawn from a pool
 * @param images images of one that is drawn from a pool; of a synthetic one, {@link MediaPlan} says
 *     it
 * @param clips likewise its sound
 * @param videos likewise its videos
 */
public record BatchPlan(int texts, int images, int clips, int videos) {

  /** What a prompt has when nobody asks for more. */
  public static final BatchPlan ONE_OF_EACH = new BatchPlan(1, 1, 1, 1);

  /** How many of these a prompt has that is drawn from a pool. */
  public int of(MediaKind medium) {
    return switch (medium) {
      case IMAGE -> images;
      case AUDIO -> clips;
      case VIDEO -> videos;
    };
  }

  void check(Problems problems) {
    int least = Math.min(Math.min(texts, images), Math.min(clips, videos));
    if (least < 0) {
      problems.invalid("batch size", least, "0 or more");
    }
  }
}
