package io.longhaul.benchmarks.subject;

import io.longhaul.load.plan.media.AudioFormat;
import io.longhaul.load.plan.media.AudioPlan;
import io.longhaul.load.plan.media.ImageFormat;
import io.longhaul.load.plan.media.ImagePlan;
import io.longhaul.load.plan.media.ImageSource;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.media.VideoPlan;
import java.util.List;

/** Media in a benchmark's requests, in addition to the text. */
public enum RequestMedia {
  TEXT,
  /** About 12 kB, 16 kB in a JSON body. */
  IMAGE,
  /** About 12 kB, 16 kB in a JSON body. */
  SOUND;

  private static final ImagePlan.Size PIXELS = new ImagePlan.Size(64, 0);
  private static final double SECONDS = 0.375;
  private static final int HERTZ = 16_000;

  MediaPlan media() {
    return switch (this) {
      case TEXT -> MediaPlan.NONE;
      case IMAGE ->
          new MediaPlan(
              new ImagePlan(1, PIXELS, PIXELS, ImageFormat.PNG, ImageSource.NOISE),
              AudioPlan.NONE,
              VideoPlan.NONE);
      case SOUND ->
          new MediaPlan(
              ImagePlan.NONE,
              new AudioPlan(1, SECONDS, 0, List.of(HERTZ), List.of(16), 1, AudioFormat.WAV),
              VideoPlan.NONE);
    };
  }
}
