package io.longhaul.load.plan.media;

import io.longhaul.load.plan.check.Problems;
import java.util.List;

/**
 * The audio track of a synthetic video: noise.
 *
 * @param channels 1 or 2; 0 for no audio
 * @param rateHertz sample rate
 * @param depthBits bits per sample before encoding: 8, 16, 24 or 32
 * @param codec the audio codec, as named by ffmpeg
 */
public record SoundTrack(int channels, int rateHertz, int depthBits, String codec) {
  public static final SoundTrack SILENCE = new SoundTrack(0, 44_100, 16, "libvorbis");

  private static final int LEAST_HERTZ = 8_000;
  private static final int MOST_HERTZ = 96_000;

  /** Returns the size before encoding. */
  long bytes(double seconds) {
    return (long) (seconds * channels * rateHertz * depthBits / Byte.SIZE);
  }

  void check(Problems problems) {
    problems.requireWithin("channels of videos", channels, 0, 2, "0, 1 or 2");
    if (rateHertz < LEAST_HERTZ || rateHertz > MOST_HERTZ) {
      problems.invalid(
          "sample rate of videos", rateHertz, LEAST_HERTZ + " to " + MOST_HERTZ + " Hz");
    }
    if (!List.of(8, 16, 24, 32).contains(depthBits)) {
      problems.invalid("depth of videos' samples", depthBits, "8, 16, 24 or 32 bits");
    }
  }
}
