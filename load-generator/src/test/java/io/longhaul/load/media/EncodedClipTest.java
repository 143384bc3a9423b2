package io.longhaul.load.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.media.SoundTrack;
import io.longhaul.load.plan.media.VideoContent;
import io.longhaul.load.plan.media.VideoFormat;
import io.longhaul.load.plan.media.VideoPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EncodedClipTest {
  private static final int WIDTH = 64;
  private static final int HEIGHT = 48;
  private static final int FRAMES = 6;
  private static final int FRAME_BYTES = WIDTH * HEIGHT * 3;
  private static final SoundTrack STEREO = new SoundTrack(2, 48_000, 16, "libopus");

  @TempDir Path folder;

  @Test
  void ffmpegReceivesTheInputAndOutputFormats() throws IOException {
    FakeFfmpeg ffmpeg = FakeFfmpeg.copying(folder);

    byte[] file = video(aPlan(VideoContent.NOISE, VideoFormat.WEBM, SoundTrack.SILENCE), ffmpeg);

    assertThat(file).hasSize(FRAMES * FRAME_BYTES);
    assertThat(String.join(" ", ffmpeg.arguments()))
        .startsWith(
            "-hide_banner -loglevel error -y"
                + " -f rawvideo -pix_fmt bgr24 -r 4 -s 64x48 -i pipe:"
                + " -f webm -pix_fmt yuv420p -vcodec libvpx-vp9"
                + " -map_metadata -1 -fflags +bitexact -flags +bitexact ")
        .endsWith("/encoded.webm");
  }

  @Test
  void audioIsASecondInputAndMp4SupportsFastStart() throws IOException {
    FakeFfmpeg ffmpeg = FakeFfmpeg.copying(folder);

    video(aPlan(VideoContent.GRID_CLOCK, VideoFormat.MP4, STEREO), ffmpeg);

    assertThat(String.join(" ", ffmpeg.arguments()))
        .containsPattern("-i pipe: -i \\S+/track.wav -f mp4 -movflags faststart")
        .contains("-vcodec libvpx-vp9 -acodec libopus -shortest");
    Path file = Path.of(ffmpeg.arguments().get(ffmpeg.arguments().size() - 1));
    assertThat(file.getParent()).as("the folder of its files").doesNotExist();
  }

  @Test
  void wavIsEncodedAsMp3() throws IOException {
    FakeFfmpeg ffmpeg = FakeFfmpeg.copying(folder);

    assertThat(EncodedClip.mp3(new byte[] {1, 2, 3}, ffmpeg.program())).containsExactly(1, 2, 3);
    assertThat(String.join(" ", ffmpeg.arguments()))
        .contains("-f wav -i pipe: -f mp3 -acodec libmp3lame");
  }

  @Test
  void noiseFramesDifferAndDependOnlyOnTheSeed() throws IOException {
    FakeFfmpeg ffmpeg = FakeFfmpeg.copying(folder);
    VideoPlan noise = aPlan(VideoContent.NOISE, VideoFormat.WEBM, SoundTrack.SILENCE);

    byte[] frames = video(noise, ffmpeg);

    assertThat(frame(frames, 0)).isNotEqualTo(frame(frames, 1));
    assertThat(video(noise, ffmpeg)).isEqualTo(frames);
  }

  @Test
  void theLastLineOfFfmpegsErrorOutputIsReported() throws IOException {
    FakeFfmpeg ffmpeg =
        FakeFfmpeg.doing(folder, "echo first >&2", "echo 'Unknown encoder x' >&2", "exit 1");

    assertThatThrownBy(() -> anyVideo(ffmpeg.program()))
        .hasMessage("Cannot encode: ffmpeg failed: Unknown encoder x");
  }

  @Test
  void anEmptyOutputIsAFailure() throws IOException {
    FakeFfmpeg ffmpeg = FakeFfmpeg.doing(folder, "exit 0");

    assertThatThrownBy(() -> anyVideo(ffmpeg.program()))
        .hasMessage("Cannot encode: ffmpeg wrote nothing");
  }

  @Test
  void aHangingProcessIsKilled() throws IOException {
    FakeFfmpeg ffmpeg = FakeFfmpeg.doing(folder, "exec sleep 600");

    assertThatThrownBy(() -> anyVideo(ffmpeg.patientFor(1)))
        .hasMessage("Cannot encode: ffmpeg took longer than 1 s (request smaller media)");
  }

  @Test
  void aMissingFfmpegIsReportedInOneSentence() {
    assertThatThrownBy(() -> Ffmpeg.onPath(folder + ":/nowhere"))
        .hasMessage(
            "Cannot encode video or MP3: ffmpeg is not on the PATH (install it, or"
                + " give files)");
    assertThatThrownBy(() -> Ffmpeg.onPath(null)).isInstanceOf(IOException.class);
  }

  @Test
  void anInstalledFfmpegEncodesReproducibleClips() throws IOException {
    assumeTrue(isInstalled(), "no ffmpeg on this machine");
    Ffmpeg ffmpeg = Ffmpeg.onPath(System.getenv("PATH"));
    for (VideoContent content : VideoContent.values()) {
      VideoPlan webm = aPlan(content, VideoFormat.WEBM, new SoundTrack(1, 8_000, 8, "libvorbis"));
      byte[] file = EncodedClip.video(webm, random(), ffmpeg);
      assertThat(file).startsWith(0x1A, 0x45, 0xDF, 0xA3);
      assertThat(EncodedClip.video(webm, random(), ffmpeg)).isEqualTo(file);
    }
    byte[] mp4 =
        EncodedClip.video(aPlan(VideoContent.NOISE, VideoFormat.MP4, STEREO), random(), ffmpeg);
    assertThat(Arrays.copyOfRange(mp4, 4, 8)).containsExactly('f', 't', 'y', 'p');
    byte[] wav = NoiseClip.wav(0.5, 16_000, 24, 1, random());
    assertThat(EncodedClip.mp3(wav, ffmpeg)[0] & 0xFF).isIn(0xFF, (int) 'I');
  }

  private static boolean isInstalled() {
    String path = System.getenv("PATH");
    return path != null
        && List.of(path.split(":")).stream()
            .anyMatch(one -> Files.isExecutable(Path.of(one, "ffmpeg")));
  }

  private static byte[] video(VideoPlan plan, FakeFfmpeg ffmpeg) throws IOException {
    return EncodedClip.video(plan, random(), ffmpeg.program());
  }

  private static byte[] anyVideo(Ffmpeg ffmpeg) throws IOException {
    VideoPlan large =
        new VideoPlan(
            1,
            640,
            480,
            4,
            5,
            VideoContent.MOVING_SHAPES,
            VideoFormat.WEBM,
            "x",
            SoundTrack.SILENCE);
    return EncodedClip.video(large, random(), ffmpeg);
  }

  private static byte[] frame(byte[] frames, int number) {
    return Arrays.copyOfRange(frames, number * FRAME_BYTES, (number + 1) * FRAME_BYTES);
  }

  private static VideoPlan aPlan(VideoContent content, VideoFormat format, SoundTrack sound) {
    return new VideoPlan(1, WIDTH, HEIGHT, 4, 1.5, content, format, "libvpx-vp9", sound);
  }

  private static SeededRandom random() {
    return SeededRandom.named(3, "video");
  }
}
