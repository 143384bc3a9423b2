package io.longhaul.load.plan;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Synthetic videos of a request.
 *
 * @param perRequest how many; 0 for none
 * @param width in pixels
 * @param height in pixels
 * @param framesPerSecond of the clip
 * @param seconds its length
 * @param content what it shows
 * @param format the container that holds it
 * @param codec how pictures are encoded, a name that ffmpeg knows
 * @param sound what is heard with it
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

  /** How many pictures a clip has. */
  public int frames() {
    return (int) (seconds * framesPerSecond);
  }

  /** Whether all clips are the same. */
  public boolean isAlwaysTheSame() {
    return content != VideoContent.NOISE && sound.channels() == 0;
  }

  /** The same, but as short as can be. */
  public VideoPlan withOneFrame() {
    return new VideoPlan(
        perRequest,
        width,
        height,
        framesPerSecond,
        1.5 / framesPerSecond, // not quite two, however it is rounded
        content,
        format,
        codec,
        sound);
  }

  void check(Problems problems) {
    if (perRequest < 0) {
      problems.invalid("videos per request", perRequest, "0 or more");
    }
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
