package io.longhaul.load.dataset.synthetic;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.DatasetSampler;
import io.longhaul.load.dataset.prompt.LengthDraw;
import io.longhaul.load.media.ImageFolder;
import io.longhaul.load.media.NoiseImage;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.media.ImageFormat;
import io.longhaul.load.plan.media.ImagePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Generates images on demand. Thread-safe.
 *
 * @param folder null if images are noise
 * @param choice selects the image of the folder at a position; null if images are noise
 */
record SyntheticImages(
    ImagePlan plan,
    long seed,
    MediaIndex index,
    @Nullable ImageFolder folder,
    @Nullable DatasetSampler choice) {

  /**
   * Returns the image generator of a run.
   *
   * @throws IOException if the configured folder contains no images
   */
  static SyntheticImages of(RunPlan run) throws IOException {
    ImagePlan plan = run.dataset().media().images();
    MediaIndex index = new MediaIndex(run.dataset().sessions().turnsMean(), plan.perRequest());
    String path = plan.source().folder();
    if (path == null) {
      return new SyntheticImages(plan, run.seed(), index, null, null);
    }
    ImageFolder folder = ImageFolder.in(Path.of(path));
    SeededRandom random = SeededRandom.named(run.seed(), "picture");
    int images = folder.files().size();
    DatasetSampler choice = new DatasetSampler(plan.source().sampling(), images, 0, random);
    return new SyntheticImages(plan, run.seed(), index, folder, choice);
  }

  /** Returns the images of one turn of an entry, as {@code data:} URLs. */
  List<String> of(int entry, int turn) {
    return IntStream.range(0, plan.perRequest())
        .mapToObj(number -> image(entry, turn, number))
        .toList();
  }

  private String image(int entry, int turn, int number) {
    SeededRandom random = LengthDraw.stream(seed, "image", entry, turn).split(number);
    int width = LengthDraw.draw(plan.width().mean(), plan.width().standardDeviation(), random);
    int height = LengthDraw.draw(plan.height().mean(), plan.height().standardDeviation(), random);
    ImageFormat format = plan.format();
    if (format == ImageFormat.RANDOM) {
      format = random.nextInt(2) == 0 ? ImageFormat.PNG : ImageFormat.JPEG;
    }
    byte[] file =
        folder == null
            ? NoiseImage.file(width, height, format, random)
            : scaledImage(index.of(entry, turn, number), width, height, format);
    return "data:image/" + format.word() + ";base64," + Base64.getEncoder().encodeToString(file);
  }

  private byte[] scaledImage(long position, int width, int height, ImageFormat format) {
    try {
      return requireNonNull(folder)
          .file(requireNonNull(choice).entryFor(position), width, height, format);
    } catch (IOException e) {
      throw new DatasetException(e);
    }
  }
}
