package io.longhaul.load.plan.media;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.longhaul.load.plan.check.Problems;
import java.util.Collections;
import java.util.List;

/**
 * The synthetic audio clips of a request: noise, different in each clip.
 *
 * @param perRequest the number of clips; 0 for none
 * @param meanSeconds mean length of a clip, drawn from a normal distribution that is truncated
 *     below {@value #SHORTEST_SECONDS}
 * @param stddevSeconds standard deviation of the length
 * @param ratesHertz sample rates, one of which is drawn for each clip
 * @param depthsBits bits per sample, one of which is drawn for each clip: 8, 16, 24 or 32
 * @param channels 1 or 2
 * @param format how clips are encoded
 */
@JsonPropertyOrder({"per_request", "mean_s", "stddev_s", "channels", "format"})
public record AudioPlan(
    int perRequest,
    double meanSeconds,
    double stddevSeconds,
    List<Integer> ratesHertz,
    List<Integer> depthsBits,
    int channels,
    AudioFormat format) {
  public static final double SHORTEST_SECONDS = 0.01;

  public static final AudioPlan NONE =
      new AudioPlan(0, 1, 0, List.of(16_000), List.of(16), 1, AudioFormat.WAV);

  private static final List<Integer> KNOWN_DEPTHS = List.of(8, 16, 24, 32);

  /** The sample rates that MP3 supports. */
  private static final List<Integer> MP3_HERTZ =
      List.of(8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000);

  public AudioPlan {
    ratesHertz = List.copyOf(ratesHertz);
    depthsBits = List.copyOf(depthsBits);
  }

  /** Returns the approximate maximum size of the clips of a request. */
  long bytesPerRequest() {
    return perRequest == 0
        ? 0
        : (long)
            (perRequest
                * meanSeconds
                * channels
                * Collections.max(ratesHertz)
                * Collections.max(depthsBits)
                / Byte.SIZE);
  }

  void check(Problems problems) {
    problems.requireNotNegative("clips per request", perRequest, "0 or more");
    if (!(meanSeconds >= SHORTEST_SECONDS) || Double.isInfinite(meanSeconds)) {
      problems.invalid("length of clips, mean", meanSeconds, SHORTEST_SECONDS + " or more seconds");
    }
    problems.requireNotNegative("length of clips, stddev", stddevSeconds, "0 or more seconds");
    if (ratesHertz.isEmpty() || Collections.min(ratesHertz) < 1) {
      problems.invalid("sample rates", ratesHertz, "1 or more, in Hz");
    }
    if (format == AudioFormat.MP3 && !MP3_HERTZ.containsAll(ratesHertz)) {
      problems.invalid("sample rates", ratesHertz, "with mp3 of " + MP3_HERTZ + " Hz");
    }
    if (depthsBits.isEmpty() || !KNOWN_DEPTHS.containsAll(depthsBits)) {
      problems.invalid("depths of samples", depthsBits, "of 8, 16, 24 and 32 bits");
    }
    problems.requireWithin("channels", channels, 1, 2, "1 or 2");
  }
}
