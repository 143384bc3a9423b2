package io.longhaul.load;

import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.Medium;
import io.longhaul.load.plan.AudioPlan;
import io.longhaul.load.plan.ImageFormat;
import io.longhaul.load.plan.ImagePlan;
import io.longhaul.load.plan.MediaPlan;
import java.util.List;

/** Small media, for endpoints that cannot be asked without. */
final class FewMedia {
  private static final ImagePlan IMAGE =
      new ImagePlan(1, new ImagePlan.Size(8, 0), new ImagePlan.Size(6, 0), ImageFormat.PNG);

  private static final AudioPlan CLIP = new AudioPlan(1, 0.1, 0, List.of(8_000), List.of(16), 1);

  private FewMedia() {}

  static MediaPlan neededBy(EndpointType type) {
    if (type.takesText()) {
      return MediaPlan.NONE;
    }
    return new MediaPlan(
        type.media().contains(Medium.IMAGE) ? IMAGE : ImagePlan.NONE,
        type.media().contains(Medium.AUDIO) ? CLIP : AudioPlan.NONE);
  }
}
