package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.AudioClip;
import io.longhaul.load.endpoint.Media;
import io.longhaul.load.media.NoiseClip;
import io.longhaul.load.media.NoiseImage;
import io.longhaul.load.plan.AudioPlan;
import io.longhaul.load.plan.ImageFormat;
import io.longhaul.load.plan.ImagePlan;
import io.longhaul.load.plan.MediaPlan;
import io.longhaul.load.plan.SeededRandom;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Noise for one turn of an entry of a data set: made when it is loaded, and the same each time.
 *
 * @param seed of the run
 * @param entry of the data set
 * @param turn of its conversation
 */
record SyntheticMedia(MediaPlan plan, long seed, int entry, int turn) implements PromptMedia {

  static PromptMedia of(MediaPlan plan, long seed, int entry, int turn) {
    return plan.isEmpty() ? PromptMedia.NONE : new SyntheticMedia(plan, seed, entry, turn);
  }

  @Override
  public Media load() {
    return new Media(
        IntStream.range(0, plan.images().perRequest()).mapToObj(this::image).toList(),
        IntStream.range(0, plan.audio().perRequest()).mapToObj(this::clip).toList(),
        List.of());
  }

  @Override
  public int images() {
    return plan.images().perRequest();
  }

  @Override
  public List<String> identities() {
    return List.of(entry + "." + turn + " of " + seed);
  }

  private String image(int number) {
    ImagePlan images = plan.images();
    SeededRandom random = stream("image", number);
    int width = LengthDraw.draw(images.width().mean(), images.width().standardDeviation(), random);
    int height =
        LengthDraw.draw(images.height().mean(), images.height().standardDeviation(), random);
    ImageFormat format = images.format();
    if (format == ImageFormat.RANDOM) {
      format = random.nextInt(2) == 0 ? ImageFormat.PNG : ImageFormat.JPEG;
    }
    return "data:image/"
        + format.word()
        + ";base64,"
        + base64(NoiseImage.file(width, height, format, random));
  }

  private AudioClip clip(int number) {
    AudioPlan audio = plan.audio();
    SeededRandom random = stream("audio", number);
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

  private SeededRandom stream(String name, int number) {
    return LengthDraw.stream(seed, name, entry, turn).split(number);
  }

  private static String base64(byte[] file) {
    return Base64.getEncoder().encodeToString(file);
  }
}
