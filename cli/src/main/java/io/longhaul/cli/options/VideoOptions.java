package io.longhaul.cli.options;

import io.longhaul.load.plan.SoundTrack;
import io.longhaul.load.plan.VideoContent;
import io.longhaul.load.plan.VideoFormat;
import io.longhaul.load.plan.VideoPlan;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of synthetic videos. */
final class VideoOptions {
  /** Below, a sample rate is in kHz, as people say it; AIPerf draws the same line. */
  private static final double MOST_KILOHERTZ = 96;

  private static final List<String> SOUND_CODECS = List.of("aac", "libvorbis", "libopus");

  @Option(
      names = "--video-width",
      paramLabel = "N",
      description =
          "Width of synthetic videos, in pixels. Videos are sent if width and height are set; this"
              + " needs ffmpeg.")
  String width;

  @Option(
      names = "--video-height",
      paramLabel = "N",
      description = "Height of synthetic videos, in pixels.")
  String height;

  @Option(
      names = {"--video-batch-size", "--batch-size-video"},
      paramLabel = "N",
      description = "Number of videos per request, generated or drawn from a pool. Default: 1")
  String videosPerRequest;

  @Option(
      names = "--video-duration",
      paramLabel = "SECONDS",
      description = "Length of a video. Default: 5")
  String seconds;

  @Option(names = "--video-fps", paramLabel = "N", description = "Frames per second. Default: 4")
  String framesPerSecond;

  @Option(
      names = "--video-synth-type",
      paramLabel = "TYPE",
      description =
          "Content of synthetic videos: moving_shapes, grid_clock or noise. Default: moving_shapes")
  String content;

  @Option(
      names = "--video-format",
      paramLabel = "F",
      description = "Video format: mp4 or webm. Default: webm")
  String format;

  @Option(
      names = "--video-codec",
      paramLabel = "CODEC",
      description = "Video codec, as named by ffmpeg. Default: libvpx-vp9")
  String codec;

  @Option(
      names = "--video-audio-num-channels",
      paramLabel = "N",
      description = "Number of audio channels in a video: 1 or 2, or 0 for no audio. Default: 0")
  String channels;

  @Option(
      names = "--video-audio-sample-rate",
      paramLabel = "HZ",
      description = "Audio sample rate in Hz. Values up to 96 are in kHz. Default: 44100")
  String rate;

  @Option(
      names = "--video-audio-depth",
      paramLabel = "BITS",
      description = "Bits per audio sample before encoding: 8, 16, 24, 32. Default: 16")
  String depth;

  @Option(
      names = "--video-audio-codec",
      paramLabel = "CODEC",
      description =
          "Audio codec: aac, libvorbis or libopus. Default: libopus in mp4, libvorbis in webm")
  String soundCodec;

  /** How many a prompt has, made up or drawn from a pool. */
  int perRequest(Numbers numbers) {
    return numbers.count("--video-batch-size", videosPerRequest, 0).orElse(1);
  }

  /**
   * Those that are made up.
   *
   * @param drawn whether prompts are drawn from pools, which bring their own videos
   */
  VideoPlan plan(boolean drawn, Numbers numbers, OptionProblems problems) {
    int pixelsWide = numbers.count("--video-width", width, 1).orElse(0);
    int pixelsHigh = numbers.count("--video-height", height, 1).orElse(0);
    double length = numbers.lengthInSeconds("--video-duration", seconds).orElse(5);
    int fps = numbers.count("--video-fps", framesPerSecond, 1).orElse(4);
    VideoContent shown =
        content == null
            ? VideoContent.MOVING_SHAPES
            : known(
                "--video-synth-type",
                content,
                VideoContent.of(content),
                VideoContent.allWords(),
                VideoContent.MOVING_SHAPES,
                problems);
    VideoFormat container =
        format == null
            ? VideoFormat.WEBM
            : known(
                "--video-format",
                format,
                VideoFormat.of(format),
                VideoFormat.allWords(),
                VideoFormat.WEBM,
                problems);
    SoundTrack sound = sound(container, numbers, problems);
    if (pixelsWide > 0 && pixelsHigh > 0) {
      return new VideoPlan(
          perRequest(numbers),
          pixelsWide,
          pixelsHigh,
          fps,
          length,
          shown,
          container,
          codec == null ? VideoPlan.NONE.codec() : codec.strip(),
          sound);
    }
    refuseAlone(pixelsWide > 0 ? "--video-height" : "--video-width", drawn, problems);
    return VideoPlan.NONE;
  }

  private SoundTrack sound(VideoFormat container, Numbers numbers, OptionProblems problems) {
    int howManyChannels = numbers.count("--video-audio-num-channels", channels, 0).orElse(0);
    double typedRate =
        numbers.positive("--video-audio-sample-rate", rate).orElse(SoundTrack.SILENCE.rateHertz());
    long hertz = Math.round(typedRate > MOST_KILOHERTZ ? typedRate : typedRate * 1e3);
    int bits =
        numbers.count("--video-audio-depth", depth, 1).orElse(SoundTrack.SILENCE.depthBits());
    if (soundCodec != null && !SOUND_CODECS.contains(soundCodec)) {
      problems.invalid("--video-audio-codec", soundCodec, "aac, libvorbis or libopus");
    }
    if (howManyChannels == 0) {
      refuseWithout("--video-audio-num-channels", "--video-audio-sample-rate", rate, problems);
      refuseWithout("--video-audio-num-channels", "--video-audio-depth", depth, problems);
      refuseWithout("--video-audio-num-channels", "--video-audio-codec", soundCodec, problems);
      return SoundTrack.SILENCE;
    }
    return new SoundTrack(
        howManyChannels,
        (int) Math.min(hertz, Integer.MAX_VALUE),
        bits,
        soundCodec == null ? container.usualSoundCodec() : soundCodec);
  }

  private static <T> T known(
      String option,
      String typed,
      Optional<T> found,
      String allWords,
      T instead,
      OptionProblems problems) {
    if (found.isEmpty()) {
      problems.invalid(option, typed, allWords);
    }
    return found.orElse(instead);
  }

  /** Without a size there is no video, so nothing can be said of one. */
  private void refuseAlone(String missing, boolean drawn, OptionProblems problems) {
    refuseWithout(missing, "--video-width", width, problems);
    refuseWithout(missing, "--video-height", height, problems);
    refuseWithout(missing, "--video-batch-size", drawn ? null : videosPerRequest, problems);
    refuseWithout(missing, "--video-duration", seconds, problems);
    refuseWithout(missing, "--video-fps", framesPerSecond, problems);
    refuseWithout(missing, "--video-synth-type", content, problems);
    refuseWithout(missing, "--video-format", format, problems);
    refuseWithout(missing, "--video-codec", codec, problems);
    refuseWithout(missing, "--video-audio-num-channels", channels, problems);
  }

  private static void refuseWithout(
      String missing, String option, String value, OptionProblems problems) {
    if (value != null) {
      problems.needs(option, value, missing);
    }
  }
}
