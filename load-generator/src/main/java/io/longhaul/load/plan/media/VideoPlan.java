package io.longhaul.load.plan.media;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.longhaul.load.plan.check.Problems;

/**
 * The synthetic videos of a request.
 *
 * @param perRequest the number of videos; 0 for none
 * @param width in pixels
 * @param height in pixels
 * @param framesPerSecond frame rate of the video
 * @param seconds length of the video
 * @param content what the video shows
 * @param format the container format
 * @param codec the video codec, as named by ffmpeg
 * @param sound the audio track
 */
public record VideoPlan(
    int perRequest,
    int width,
    int height,
    int framesPerSecond,
    @JsonProperty("length_s") double seconds,
    VideoContent content,
    VideoFormat format,
    String codec,
    SoundTrack sound) {
  private static final int MOST_PIXELS_A_SIDE = 8_192;
  private static final int MOST_FRAMES = 10_000;
  private static final int MOST_FRAMES_PER_SECOND = 1_000;
  private static final long MOST_SOUND_BYTES = 32L << 20;

  public static final VideoPlan NONE =
      new VideoPlan(
          0,
          1,
          1,
          4,
          5,
          VideoContent.MOVING_SHAPES,
          VideoFormat.WEBM,
          "libvpx-vp9",
          SoundTrack.SILENCE);

  /** Returns the number of frames of a video. */
  public int frames() {
    return (int) (seconds * framesPerSecond);
  }

  /** Returns whether all videos are equal. */
  public boolean isAlwaysTheSame() {
    return content != VideoContent.NOISE && sound.channels() == 0;
  }

  /** Returns a copy with the shortest possible length. */
  public VideoPlan withOneFrame() {
    return new VideoPlan(
        perRequest,
        width,
        height,
        framesPerSecond,
        1.5 / framesPerSecond, // less than two frames with any rounding
        content,
        format,
        codec,
        sound);
  }

  void check(Problems problems) {
    problems.requireNotNegative("videos per request", perRequest, "0 or more");
    checkSide("width", width, problems);
    checkSide("height", height, problems);
    if (framesPerSecond < 1 || framesPerSecond > MOST_FRAMES_PER_SECOND) {
      problems.invalid(
          "frames of videos", framesPerSecond, "1 to " + MOST_FRAMES_PER_SECOND + " in a second");
    }
    if (!(seconds * framesPerSecond >= 1) || seconds * framesPerSecond > MOST_FRAMES) {
      problems.invalid(
          "length of videos", seconds, "seconds of 1 to " + MOST_FRAMES + " frames in all");
    }
    sound.check(problems);
    if (sound.bytes(seconds) > MOST_SOUND_BYTES) {
      problems.invalid(
          "sound of videos",
          (sound.bytes(seconds) >> 20) + " MB in a clip",
          "at most " + (MOST_SOUND_BYTES >> 20) + " MB before it is encoded");
    }
  }

  private static void checkSide(String what, int pixels, Problems problems) {
    if (pixels < 1 || pixels > MOST_PIXELS_A_SIDE) {
      problems.invalid(what + " of videos", pixels, "1 to " + MOST_PIXELS_A_SIDE + " pixels");
    }
  }
}
