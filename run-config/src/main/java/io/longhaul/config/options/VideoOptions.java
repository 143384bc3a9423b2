package io.longhaul.config.options;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.load.plan.media.SoundTrack;
import io.longhaul.load.plan.media.VideoContent;
import io.longhaul.load.plan.media.VideoFormat;
import io.longhaul.load.plan.media.VideoPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of synthetic videos. */
final class VideoOptions {
  private static final List<String> SOUND_CODECS = List.of("aac", "libvorbis", "libopus");

  @Yaml("dataset.video.width")
  @Option(
      names = "--video-width",
      description =
          "Width of synthetic videos, in pixels. Videos are sent if width and height are set; this"
              + " needs ffmpeg.")
  OptionValue.@Nullable Count width;

  @Yaml("dataset.video.height")
  @Option(names = "--video-height", description = "Height of synthetic videos, in pixels.")
  OptionValue.@Nullable Count height;

  @Yaml("dataset[file].videoBatchSize")
  @Option(
      names = {"--video-batch-size", "--batch-size-video"},
      description =
          "Number of videos per request, generated or drawn from the pool in --input-file. Default: 1")
  OptionValue.@Nullable CountOrZero videosPerRequest;

  @Yaml("dataset.video.duration")
  @Option(names = "--video-duration", description = "Length of a video. Default: 5")
  OptionValue.@Nullable LengthInSeconds seconds;

  @Yaml("dataset.video.fps")
  @Option(names = "--video-fps", description = "Frames per second. Default: 4")
  OptionValue.@Nullable Count framesPerSecond;

  @Yaml("dataset.video.synthType")
  @Option(
      names = "--video-synth-type",
      paramLabel = "TYPE",
      description =
          "Content of synthetic videos: moving_shapes, grid_clock or noise. Default: moving_shapes")
  OptionValue.@Nullable Word<VideoContent> content;

  @Yaml("dataset.video.format")
  @Option(
      names = "--video-format",
      paramLabel = "F",
      description = "Video format: mp4 or webm. Default: webm")
  OptionValue.@Nullable Word<VideoFormat> format;

  @Yaml("dataset.video.codec")
  @Option(
      names = "--video-codec",
      paramLabel = "CODEC",
      description = "Video codec, as named by ffmpeg. Default: libvpx-vp9")
  @Nullable String codec;

  @Yaml("dataset.video.audio.channels")
  @Option(
      names = "--video-audio-num-channels",
      description = "Number of audio channels in a video: 1 or 2, or 0 for no audio. Default: 0")
  OptionValue.@Nullable CountOrZero channels;

  @Yaml("dataset.video.audio.sampleRate")
  @Option(
      names = "--video-audio-sample-rate",
      paramLabel = "HZ",
      description = "Audio sample rate in Hz. Values up to 96 are in kHz. Default: 44100")
  OptionValue.@Nullable Positive rate;

  @Yaml("dataset.video.audio.depth")
  @Option(
      names = "--video-audio-depth",
      paramLabel = "BITS",
      description = "Bits per audio sample before encoding: 8, 16, 24 or 32. Default: 16")
  OptionValue.@Nullable Count depth;

  @Yaml("dataset.video.audio.codec")
  @Option(
      names = "--video-audio-codec",
      paramLabel = "CODEC",
      description =
          "Audio codec: aac, libvorbis or libopus. Default: libopus in mp4, libvorbis in webm")
  @Nullable String soundCodec;

  /**
   * Returns the synthetic videos.
   *
   * @param drawn whether prompts are drawn from pools, which contain their own videos
   */
  VideoPlan plan(boolean drawn, OptionProblems problems) {
    int pixelsWide = OptionValue.of(width).orElse(0);
    int pixelsHigh = OptionValue.of(height).orElse(0);
    VideoFormat container = OptionValue.of(format).orElse(VideoFormat.WEBM);
    SoundTrack sound = sound(container, problems);
    if (pixelsWide > 0 && pixelsHigh > 0) {
      return new VideoPlan(
          OptionValue.of(videosPerRequest, 1),
          pixelsWide,
          pixelsHigh,
          OptionValue.of(framesPerSecond, 4),
          OptionValue.of(seconds, 5.0),
          OptionValue.of(content, VideoContent.MOVING_SHAPES),
          container,
          codec == null ? VideoPlan.NONE.codec() : codec.strip(),
          sound);
    }
    // Without a size there are no videos, and other options of videos have no effect.
    String missing = pixelsWide > 0 ? "--video-height" : "--video-width";
    problems.needs("--video-width", width, missing);
    problems.needs("--video-height", height, missing);
    problems.needs("--video-batch-size", drawn ? null : videosPerRequest, missing);
    problems.needs("--video-duration", seconds, missing);
    problems.needs("--video-fps", framesPerSecond, missing);
    problems.needs("--video-synth-type", content, missing);
    problems.needs("--video-format", format, missing);
    problems.needs("--video-codec", codec, missing);
    problems.needs("--video-audio-num-channels", channels, missing);
    return VideoPlan.NONE;
  }

  private SoundTrack sound(VideoFormat container, OptionProblems problems) {
    int howManyChannels = OptionValue.of(channels).orElse(0);
    double typedRate = OptionValue.of(rate).orElse((double) SoundTrack.SILENCE.rateHertz());
    long hertz = Math.round(typedRate > MediaOptions.MOST_KILOHERTZ ? typedRate : typedRate * 1e3);
    if (soundCodec != null && !SOUND_CODECS.contains(soundCodec)) {
      problems.invalid("--video-audio-codec", soundCodec, "aac, libvorbis or libopus");
    }
    if (howManyChannels == 0) {
      problems.needs("--video-audio-sample-rate", rate, "--video-audio-num-channels");
      problems.needs("--video-audio-depth", depth, "--video-audio-num-channels");
      problems.needs("--video-audio-codec", soundCodec, "--video-audio-num-channels");
      return SoundTrack.SILENCE;
    }
    return new SoundTrack(
        howManyChannels,
        (int) Math.min(hertz, Integer.MAX_VALUE),
        OptionValue.of(depth, SoundTrack.SILENCE.depthBits()),
        soundCodec == null ? container.usualSoundCodec() : soundCodec);
  }
}
