package io.longhaul.load.plan;

import io.longhaul.load.endpoint.MediaKind;
import java.util.EnumSet;
import java.util.Set;

/** What synthetic prompts carry beside text. */
public record MediaPlan(ImagePlan images, AudioPlan audio, VideoPlan videos) {
  public static final MediaPlan NONE =
      new MediaPlan(ImagePlan.NONE, AudioPlan.NONE, VideoPlan.NONE);

  /** A generator must hold some of them at once. */
  private static final long MOST_BYTES_PER_REQUEST = 32L << 20;

  public boolean isEmpty() {
    return kinds().isEmpty();
  }

  /** What there is of each request. */
  Set<MediaKind> kinds() {
    Set<MediaKind> kinds = EnumSet.noneOf(MediaKind.class);
    if (images.perRequest() > 0) {
      kinds.add(MediaKind.IMAGE);
    }
    if (audio.perRequest() > 0) {
      kinds.add(MediaKind.AUDIO);
    }
    if (videos.perRequest() > 0) {
      kinds.add(MediaKind.VIDEO);
    }
    return kinds;
  }

  /** Whether the program ffmpeg has to encode some of it. */
  public boolean needsFfmpeg() {
    return videos.perRequest() > 0 || (audio.perRequest() > 0 && audio.format() == AudioFormat.MP3);
  }

  /** About as large as images and sound of a request are; of a video only its file tells. */
  long bytesPerRequest() {
    return images.bytesPerRequest() + audio.bytesPerRequest();
  }

  void check(Problems problems) {
    images.check(problems);
    audio.check(problems);
    videos.check(problems);
    if (bytesPerRequest() > MOST_BYTES_PER_REQUEST) {
      problems.invalid(
          "synthetic media",
          (bytesPerRequest() >> 20) + " MB in a request",
          "at most " + (MOST_BYTES_PER_REQUEST >> 20) + " MB");
    }
  }
}
