package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.AudioClip;
import io.longhaul.load.endpoint.Media;
import io.longhaul.load.media.NoiseClip;
import io.longhaul.load.media.NoiseImage;
import io.longhaul.load.media.Pictures;
import io.longhaul.load.plan.AudioPlan;
import io.longhaul.load.plan.ImageFormat;
import io.longhaul.load.plan.ImagePlan;
import io.longhaul.load.plan.ImageSource;
import io.longhaul.load.plan.MediaPlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.SeededRandom;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes up what synthetic prompts carry beside text: for each turn of an entry of the data set
 * something else, made when it is loaded, and the same each time. Safe on any thread.
 */
final class SyntheticMedia {
  private final MediaPlan plan;
  private final long seed;
  private final int turnsMean;

  /** Null where images are noise. */
  private final Pictures pictures;

  /** Which of the pictures is shown; null where images are noise. */
  private final Sampler shown;

  private SyntheticMedia(RunPlan run, Pictures pictures) {
    this.plan = run.dataset().media();
    this.seed = run.seed();
    this.turnsMean = run.dataset().sessions().turnsMean();
    this.pictures = pictures;
    this.shown =
        pictures == null
            ? null
            : Sampler.of(
                plan.images().source().sampling(),
                pictures.count(),
                SeededRandom.named(seed, "picture"));
  }

  /**
   * What a run wants.
   *
   * @throws DatasetException when there are no pictures in the folder that it names
   */
  static SyntheticMedia of(RunPlan run) {
    ImageSource source = run.dataset().media().images().source();
    try {
      return new SyntheticMedia(
          run, source.isNoise() ? null : Pictures.in(Path.of(source.folder())));
    } catch (IOException e) {
      throw new DatasetException(e.getMessage(), e);
    }
  }

  /** What one turn of an entry carries. */
  PromptMedia of(int entry, int turn) {
    return plan.isEmpty() ? PromptMedia.NONE : new OfTurn(this, entry, turn);
  }

  private record OfTurn(SyntheticMedia media, int entry, int turn) implements PromptMedia {
    @Override
    public Media load() {
      return new Media(
          IntStream.range(0, images()).mapToObj(i -> media.image(entry, turn, i)).toList(),
          IntStream.range(0, media.plan.audio().perRequest())
              .mapToObj(i -> media.clip(entry, turn, i))
              .toList(),
          List.of());
    }

    @Override
    public int images() {
      return media.plan.images().perRequest();
    }

    @Override
    public List<String> identities() {
      return List.of(entry + "." + turn + " of " + media.seed);
    }
  }

  private String image(int entry, int turn, int number) {
    ImagePlan images = plan.images();
    SeededRandom random = stream("image", entry, turn, number);
    int width = LengthDraw.draw(images.width().mean(), images.width().standardDeviation(), random);
    int height =
        LengthDraw.draw(images.height().mean(), images.height().standardDeviation(), random);
    ImageFormat format = images.format();
    if (format == ImageFormat.RANDOM) {
      format = random.nextInt(2) == 0 ? ImageFormat.PNG : ImageFormat.JPEG;
    }
    byte[] file =
        pictures == null
            ? NoiseImage.file(width, height, format, random)
            : picture(place(entry, turn, number), width, height, format);
    return "data:image/" + format.word() + ";base64," + base64(file);
  }

  private byte[] picture(long place, int width, int height, ImageFormat format) {
    try {
      return pictures.file(shown.entryFor(place), width, height, format);
    } catch (IOException e) {
      throw new DatasetException(e.getMessage(), e);
    }
  }

  /**
   * Which image of the data set it is. Where the number of turns varies, places may come twice or
   * be left out: exact ones could be told only by who knows all entries.
   */
  private long place(int entry, int turn, int number) {
    return ((long) entry * turnsMean + turn) * plan.images().perRequest() + number;
  }

  private AudioClip clip(int entry, int turn, int number) {
    AudioPlan audio = plan.audio();
    SeededRandom random = stream("audio", entry, turn, number);
    double seconds = secondsOf(audio, random);
    int rate = audio.ratesHertz().get(random.nextInt(audio.ratesHertz().size()));
    int depth = audio.depthsBits().get(random.nextInt(audio.depthsBits().size()));
    return new AudioClip(
        "wav", base64(NoiseClip.wav(seconds, rate, depth, audio.channels(), random)));
  }

  private static double secondsOf(AudioPlan audio, SeededRandom random) {
    double seconds = audio.meanSeconds();
    if (audio.stddevSeconds() > 0) {
      do {
        seconds = audio.meanSeconds() + audio.stddevSeconds() * random.nextGaussian();
      } while (seconds < AudioPlan.SHORTEST_SECONDS);
    }
    return seconds;
  }

  private SeededRandom stream(String name, int entry, int turn, int number) {
    return LengthDraw.stream(seed, name, entry, turn).split(number);
  }

  private static String base64(byte[] file) {
    return Base64.getEncoder().encodeToString(file);
  }
}
