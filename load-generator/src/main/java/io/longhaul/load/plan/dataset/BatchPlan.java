package io.longhaul.load.plan.dataset;

import io.longhaul.load.endpoint.request.MediaKind;
import io.longhaul.load.plan.check.Problems;
import io.longhaul.load.plan.media.MediaPlan;

/**
 * The number of texts and media in one prompt.
 *
 * @param texts texts of a synthetic prompt, or of one that is drawn from a pool
 * @param images images of a prompt that is drawn from a pool; {@link MediaPlan} has the number for
 *     synthetic prompts
 * @param clips audio clips of a prompt that is drawn from a pool
 * @param videos videos of a prompt that is drawn from a pool
 */
public record BatchPlan(int texts, int images, int clips, int videos) {

  /** The default. */
  public static final BatchPlan ONE_OF_EACH = new BatchPlan(1, 1, 1, 1);

  /** Returns the number of media of this kind in a prompt that is drawn from a pool. */
  public int of(MediaKind medium) {
    return switch (medium) {
      case IMAGE -> images;
      case AUDIO -> clips;
      case VIDEO -> videos;
    };
  }

  void check(Problems problems) {
    int least = Math.min(Math.min(texts, images), Math.min(clips, videos));
    problems.requireNotNegative("batch size", least, "0 or more");
  }
}
