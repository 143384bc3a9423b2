package io.longhaul.load.plan.media;

import io.longhaul.load.endpoint.request.MediaKind;
import io.longhaul.load.plan.check.Problems;
import java.util.EnumSet;
import java.util.Set;

/** The images, audio and videos of synthetic prompts. */
public record MediaPlan(ImagePlan images, AudioPlan audio, VideoPlan videos) {
  public static final MediaPlan NONE =
      new MediaPlan(ImagePlan.NONE, AudioPlan.NONE, VideoPlan.NONE);

  /** A generator has several requests in memory at the same time. */
  private static final long MOST_BYTES_PER_REQUEST = 32L << 20;

  public boolean isEmpty() {
    return kinds().isEmpty();
  }

  /** Returns the media that each request contains. */
  public Set<MediaKind> kinds() {
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

  /** Returns whether the program ffmpeg is needed to encode some of the media. */
  public boolean needsFfmpeg() {
    return videos.perRequest() > 0 || (audio.perRequest() > 0 && audio.format() == AudioFormat.MP3);
  }

  /**
   * Returns the approximate size of images and audio of a request; the size of videos is unknown.
   */
  public long bytesPerRequest() {
    return images.bytesPerRequest() + audio.bytesPerRequest();
  }

  public void check(Problems problems) {
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
