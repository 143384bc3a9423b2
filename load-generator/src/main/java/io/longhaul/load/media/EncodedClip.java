package io.longhaul.load.media;

import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.media.AudioFormat;
import io.longhaul.load.plan.media.AudioPlan;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.media.SoundTrack;
import io.longhaul.load.plan.media.VideoFormat;
import io.longhaul.load.plan.media.VideoPlan;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Encodes clips with ffmpeg: videos from generated frames, and MP3 audio. */
public final class EncodedClip {
  private static final double TRIAL_SECONDS = 0.1;

  private EncodedClip() {}

  /**
   * Encodes a video. Holds one frame in memory at a time.
   *
   * @throws IOException if encoding fails; the message is a complete sentence
   */
  public static byte[] video(VideoPlan plan, SeededRandom random, Ffmpeg ffmpeg)
      throws IOException {
    return inTemporaryFolder(
        folder -> {
          String frames =
              "-f rawvideo -pix_fmt bgr24 -r %s -s %sx%s -i pipe:"
                  .formatted(plan.framesPerSecond(), plan.width(), plan.height());
          List<String> arguments = new ArrayList<>(List.of(frames.split(" ")));
          if (plan.sound().channels() > 0) {
            arguments.addAll(List.of("-i", track(plan, random, folder).toString()));
          }
          arguments.addAll(List.of("-f", plan.format().word()));
          if (plan.format() == VideoFormat.MP4) {
            arguments.addAll(List.of("-movflags", "faststart"));
          }
          arguments.addAll(List.of("-pix_fmt", "yuv420p", "-vcodec", plan.codec()));
          if (plan.sound().channels() > 0) {
            arguments.addAll(List.of("-acodec", plan.sound().codec(), "-shortest"));
          }
          return ffmpeg.encode(
              arguments, out -> draw(plan, random, out), plan.format().word(), folder);
        });
  }

  /**
   * Encodes a WAV file as MP3.
   *
   * @throws IOException if encoding fails; the message is a complete sentence
   */
  public static byte[] mp3(byte[] wav, Ffmpeg ffmpeg) throws IOException {
    List<String> arguments =
        List.of("-f", "wav", "-i", "pipe:", "-f", "mp3", "-acodec", "libmp3lame");
    return inTemporaryFolder(
        folder -> ffmpeg.encode(arguments, out -> out.write(wav), "mp3", folder));
  }

  /**
   * Encodes the shortest possible clips with the settings of a plan, to check that ffmpeg supports
   * them.
   *
   * @throws IOException if encoding fails; the message is a complete sentence
   */
  public static void verify(MediaPlan plan, Ffmpeg ffmpeg) throws IOException {
    SeededRandom random = SeededRandom.named(0, "trial");
    if (plan.videos().perRequest() > 0) {
      video(plan.videos().withOneFrame(), random, ffmpeg);
    }
    AudioPlan audio = plan.audio();
    if (audio.perRequest() > 0 && audio.format() == AudioFormat.MP3) {
      int rate = audio.ratesHertz().get(0);
      int depth = audio.depthsBits().get(0);
      mp3(NoiseClip.wav(TRIAL_SECONDS, rate, depth, audio.channels(), random), ffmpeg);
    }
  }

  private static Path track(VideoPlan plan, SeededRandom random, Path folder) throws IOException {
    SoundTrack sound = plan.sound();
    double seconds = (double) plan.frames() / plan.framesPerSecond();
    byte[] wav =
        NoiseClip.wav(seconds, sound.rateHertz(), sound.depthBits(), sound.channels(), random);
    return Files.write(folder.resolve("track.wav"), wav);
  }

  private static void draw(VideoPlan plan, SeededRandom random, OutputStream out)
      throws IOException {
    BufferedImage image =
        new BufferedImage(plan.width(), plan.height(), BufferedImage.TYPE_3BYTE_BGR);
    Scene scene = Scene.of(plan.content(), random);
    for (int frame = 0; frame < plan.frames(); frame++) {
      scene.draw(image, frame, plan.frames());
      out.write(((DataBufferByte) image.getRaster().getDataBuffer()).getData());
    }
  }

  private interface Encoding {
    byte[] into(Path folder) throws IOException;
  }

  /** Some container formats require a seekable output, and therefore a file. */
  private static byte[] inTemporaryFolder(Encoding encoding) throws IOException {
    Path folder = Files.createTempDirectory("longhaul-clip");
    try {
      return encoding.into(folder);
    } finally {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }
}
