package io.longhaul.config.options;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.load.plan.check.SamplingStrategy;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.media.AudioFormat;
import io.longhaul.load.plan.media.AudioPlan;
import io.longhaul.load.plan.media.ImageFormat;
import io.longhaul.load.plan.media.ImagePlan;
import io.longhaul.load.plan.media.ImageSource;
import io.longhaul.load.plan.media.MediaPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of synthetic images and audio. */
final class MediaOptions {
  /** The maximum value that is in kHz; greater ones are in Hz, as in AIPerf. */
  static final double MOST_KILOHERTZ = 96;

  private static final String NOISE = "noise";
  private static final String ASSETS = "assets";

  @Option(
      names = "--image-width-mean",
      description =
          "Mean width of synthetic images, in pixels. Images are sent if width and height are set."
              + " Default: 0")
  OptionValue.@Nullable CountOrZero width;

  @Option(
      names = "--image-width-stddev",
      description = "Standard deviation of the image width, in pixels. Default: 0")
  OptionValue.@Nullable NonNegative widthStddev;

  @Option(
      names = "--image-height-mean",
      description = "Mean height of synthetic images, in pixels. Default: 0")
  OptionValue.@Nullable CountOrZero height;

  @Option(
      names = "--image-height-stddev",
      description = "Standard deviation of the image height, in pixels. Default: 0")
  OptionValue.@Nullable NonNegative heightStddev;

  @Yaml("dataset[file].imageBatchSize")
  @Option(
      names = {"--image-batch-size", "--batch-size-image"},
      description =
          "Number of images per request, generated or drawn from the pool in --input-file. Default: 1")
  OptionValue.@Nullable CountOrZero imagesPerRequest;

  @Option(
      names = "--image-format",
      paramLabel = "F",
      description =
          "Image format: png, jpeg, or random to draw one of them for each image. Default: png")
  OptionValue.@Nullable Word<ImageFormat> imageFormat;

  @Yaml(value = "dataset.images.source", unless = "noise")
  @Option(
      names = "--image-source",
      paramLabel = "FOLDER",
      description =
          "Folder with pictures to resize; or noise, which generates random pixels. Default: noise")
  @Nullable String imageSource;

  @Yaml("dataset.images.sourceSampling")
  @Option(
      names = "--image-source-sampling",
      paramLabel = "S",
      description =
          "Order in which pictures are drawn from the folder: random-with-replacement,"
              + " shuffle-cycle or sequential-cycle. Default: random-with-replacement")
  @Nullable String imageSourceSampling;

  @Option(
      names = "--audio-length-mean",
      description =
          "Mean length of synthetic audio clips. Audio is sent if this option is set."
              + " Default: 0")
  OptionValue.@Nullable LengthInSecondsOrZero seconds;

  @Option(
      names = "--audio-length-stddev",
      description = "Standard deviation of the clip length. Default: 0")
  OptionValue.@Nullable LengthInSecondsOrZero secondsStddev;

  @Yaml("dataset[file].audioBatchSize")
  @Option(
      names = {"--audio-batch-size", "--batch-size-audio"},
      description =
          "Number of audio clips per request, generated or drawn from the pool in --input-file. Default: 1")
  OptionValue.@Nullable CountOrZero clipsPerRequest;

  @Yaml("dataset.audio.format")
  @Option(
      names = "--audio-format",
      paramLabel = "F",
      description = "Audio format: wav; or mp3, which needs ffmpeg. Default: wav")
  OptionValue.@Nullable Word<AudioFormat> audioFormat;

  @Yaml("dataset.audio.sampleRates")
  @Option(
      names = "--audio-sample-rates",
      paramLabel = "KHZ",
      hideParamSyntax = true,
      split = ",",
      description =
          "Sample rates in kHz, separated by commas; one of them is drawn for each clip. Values"
              + " above 96 are in Hz. Default: 16")
  List<OptionValue.Positive> rates = new ArrayList<>();

  @Yaml("dataset.audio.depths")
  @Option(
      names = "--audio-depths",
      paramLabel = "BITS",
      hideParamSyntax = true,
      split = ",",
      description =
          "Bits per sample: 8, 16, 24 or 32, separated by commas; one of them is drawn for each"
              + " clip. Default: 16")
  List<OptionValue.Count> depths = new ArrayList<>();

  @Yaml("dataset.audio.channels")
  @Option(
      names = "--audio-num-channels",
      description = "Number of audio channels: 1 or 2. Default: 1")
  OptionValue.@Nullable Count channels;

  /**
   * Returns the synthetic media.
   *
   * @param drawn whether prompts are drawn from pools, which contain their own media
   */
  MediaPlan plan(VideoOptions videos, boolean drawn, OptionProblems problems) {
    return new MediaPlan(
        images(drawn, problems), audio(drawn, problems), videos.plan(drawn, problems));
  }

  /** Returns the number of texts and media in a prompt. */
  BatchPlan batch(int texts, VideoOptions videos) {
    return new BatchPlan(
        texts,
        OptionValue.of(imagesPerRequest, 1),
        OptionValue.of(clipsPerRequest, 1),
        OptionValue.of(videos.videosPerRequest, 1));
  }

  private ImagePlan images(boolean drawn, OptionProblems problems) {
    int meanWidth = OptionValue.of(width).orElse(0);
    int meanHeight = OptionValue.of(height).orElse(0);
    ImageSource source = imageSource(problems);
    if (meanWidth > 0 && meanHeight > 0) {
      return new ImagePlan(
          OptionValue.of(imagesPerRequest, 1),
          new ImagePlan.Size(meanWidth, OptionValue.of(widthStddev, 0.0)),
          new ImagePlan.Size(meanHeight, OptionValue.of(heightStddev, 0.0)),
          OptionValue.of(imageFormat, ImageFormat.PNG),
          source);
    }
    String missing = meanWidth > 0 ? "--image-height-mean" : "--image-width-mean";
    problems.needs("--image-width-mean", meanWidth > 0 ? width : null, missing);
    problems.needs("--image-height-mean", meanHeight > 0 ? height : null, missing);
    problems.needs("--image-width-stddev", widthStddev, missing);
    problems.needs("--image-height-stddev", heightStddev, missing);
    problems.needs("--image-batch-size", drawn ? null : imagesPerRequest, missing);
    problems.needs("--image-format", imageFormat, missing);
    problems.needs("--image-source", imageSource, missing);
    problems.needs("--image-source-sampling", imageSourceSampling, missing);
    return ImagePlan.NONE;
  }

  /** Returns the folder of pictures, or empty without one. */
  Optional<Path> pictures() {
    return Optional.ofNullable(imageSource)
        .filter(source -> !source.equalsIgnoreCase(NOISE) && !source.equalsIgnoreCase(ASSETS))
        .map(source -> Path.of(source).toAbsolutePath().normalize());
  }

  private ImageSource imageSource(OptionProblems problems) {
    if (ASSETS.equalsIgnoreCase(imageSource)) {
      problems.invalid(
          "--image-source",
          imageSource,
          "noise or a folder; AIPerf's own pictures are not included");
    }
    SamplingStrategy sampling = imageSampling(problems);
    Optional<Path> folder = pictures();
    if (folder.isPresent()) {
      return new ImageSource(folder.get().toString(), sampling);
    }
    if (sampling != SamplingStrategy.RANDOM) {
      problems.needs(
          "--image-source-sampling", imageSourceSampling, "a folder given with --image-source");
    }
    return ImageSource.NOISE;
  }

  private SamplingStrategy imageSampling(OptionProblems problems) {
    if (imageSourceSampling == null) {
      return SamplingStrategy.RANDOM;
    }
    return switch (imageSourceSampling.toLowerCase(Locale.ROOT).replace('_', '-')) {
      case "random-with-replacement" -> SamplingStrategy.RANDOM;
      case "shuffle-cycle" -> SamplingStrategy.SHUFFLE;
      case "sequential-cycle" -> SamplingStrategy.SEQUENTIAL;
      default -> {
        problems.invalid(
            "--image-source-sampling",
            imageSourceSampling,
            "random-with-replacement, shuffle-cycle or sequential-cycle");
        yield SamplingStrategy.RANDOM;
      }
    };
  }

  private AudioPlan audio(boolean drawn, OptionProblems problems) {
    double mean = OptionValue.of(seconds).orElse(0.0);
    List<Integer> hertz = new ArrayList<>();
    for (OptionValue.Positive rate : rates) {
      OptionValue.of(rate)
          .map(value -> Math.round(value > MOST_KILOHERTZ ? value : value * 1e3))
          .ifPresent(value -> hertz.add(value.intValue()));
    }
    List<Integer> bits = new ArrayList<>();
    depths.forEach(depth -> OptionValue.of(depth).ifPresent(bits::add));
    if (mean > 0) {
      return new AudioPlan(
          OptionValue.of(clipsPerRequest, 1),
          mean,
          OptionValue.of(secondsStddev, 0.0),
          hertz.isEmpty() ? AudioPlan.NONE.ratesHertz() : hertz,
          bits.isEmpty() ? AudioPlan.NONE.depthsBits() : bits,
          OptionValue.of(channels, 1),
          OptionValue.of(audioFormat, AudioFormat.WAV));
    }
    String missing = "--audio-length-mean";
    problems.needs("--audio-length-stddev", secondsStddev, missing);
    problems.needs("--audio-batch-size", drawn ? null : clipsPerRequest, missing);
    problems.needs("--audio-format", audioFormat, missing);
    problems.needs("--audio-sample-rates", textOf(rates), missing);
    problems.needs("--audio-depths", textOf(depths), missing);
    problems.needs("--audio-num-channels", channels, missing);
    return AudioPlan.NONE;
  }

  private static @Nullable String textOf(List<? extends OptionValue<?>> typed) {
    return typed.isEmpty()
        ? null
        : typed.stream().map(Object::toString).collect(Collectors.joining(","));
  }
}
