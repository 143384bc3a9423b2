package io.longhaul.load.dataset.synthetic;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.LengthDraw;
import io.longhaul.load.endpoint.request.AudioClip;
import io.longhaul.load.media.EncodedClip;
import io.longhaul.load.media.Ffmpeg;
import io.longhaul.load.media.NoiseClip;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.media.AudioFormat;
import io.longhaul.load.plan.media.AudioPlan;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Generates audio clips. WAV files are generated on demand; MP3 files are encoded before the load
 * starts and used in turn. Thread-safe.
 *
 * @param encoded MP3 files in base64; empty if clips are WAV files
 */
record SyntheticAudio(AudioPlan plan, long seed, MediaIndex index, List<String> encoded) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Creates the generator of a run.
   *
   * @param ffmpeg null if clips are WAV files
   * @throws DatasetException if a clip cannot be encoded
   */
  static SyntheticAudio of(RunPlan run, @Nullable Ffmpeg ffmpeg) {
    AudioPlan plan = run.dataset().media().audio();
    MediaIndex index = new MediaIndex(run.dataset().sessions().turnsMean(), plan.perRequest());
    return new SyntheticAudio(
        plan,
        run.seed(),
        index,
        plan.perRequest() == 0 || plan.format() == AudioFormat.WAV
            ? List.of()
            : EncodedClips.encodeAll(
                index.of(run.dataset().entries(), 0, 0),
                number ->
                    EncodedClip.mp3(
                        wav(plan, ofEncoded(run.seed(), number)), requireNonNull(ffmpeg))));
  }

  /** Returns the clips of one turn of an entry. */
  List<AudioClip> of(int entry, int turn) {
    return IntStream.range(0, plan.perRequest())
        .mapToObj(number -> new AudioClip(plan.format().word(), base64(entry, turn, number)))
        .toList();
  }

  /** Returns the duration of the first clip of a turn; 0 if it has none. */
  long nanosOfFirst(int entry, int turn) {
    if (plan.perRequest() == 0) {
      return 0;
    }
    return (long) (secondsOf(plan, randomOf(entry, turn, 0)) * NANOS_PER_SECOND);
  }

  /** Returns the random stream of a clip. The first draw is its duration. */
  private SeededRandom randomOf(int entry, int turn, int number) {
    return encoded.isEmpty()
        ? LengthDraw.stream(seed, "audio", entry, turn).split(number)
        : ofEncoded(seed, (int) (index.of(entry, turn, number) % encoded.size()));
  }

  private static SeededRandom ofEncoded(long seed, int clip) {
    return SeededRandom.named(seed, "mp3").split(clip);
  }

  private String base64(int entry, int turn, int number) {
    if (!encoded.isEmpty()) {
      return encoded.get((int) (index.of(entry, turn, number) % encoded.size()));
    }
    return Base64.getEncoder().encodeToString(wav(plan, randomOf(entry, turn, number)));
  }

  private static byte[] wav(AudioPlan plan, SeededRandom random) {
    double seconds = secondsOf(plan, random);
    int rate = plan.ratesHertz().get(random.nextInt(plan.ratesHertz().size()));
    int depth = plan.depthsBits().get(random.nextInt(plan.depthsBits().size()));
    return NoiseClip.wav(seconds, rate, depth, plan.channels(), random);
  }

  private static double secondsOf(AudioPlan plan, SeededRandom random) {
    double seconds = plan.meanSeconds();
    if (plan.stddevSeconds() > 0) {
      do {
        seconds = plan.meanSeconds() + plan.stddevSeconds() * random.nextGaussian();
      } while (seconds < AudioPlan.SHORTEST_SECONDS);
    }
    return seconds;
  }
}
