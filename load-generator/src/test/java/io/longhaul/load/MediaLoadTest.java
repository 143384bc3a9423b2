package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.media.AudioFormat;
import io.longhaul.load.plan.media.AudioPlan;
import io.longhaul.load.plan.media.ImageFormat;
import io.longhaul.load.plan.media.ImagePlan;
import io.longhaul.load.plan.media.ImageSource;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.media.SoundTrack;
import io.longhaul.load.plan.media.VideoContent;
import io.longhaul.load.plan.media.VideoFormat;
import io.longhaul.load.plan.media.VideoPlan;
import io.longhaul.load.record.DecodedRequest;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.wire.Ending;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests with more than text, from plan to events, against the mock server. */
@Timeout(120)
class MediaLoadTest {
  private static final int FILE_BYTES = 8_000_000;

  @TempDir Path folder;

  @Test
  void syntheticImagesAndAudioAreSentAndCounted() throws Exception {
    MediaPlan media =
        new MediaPlan(
            new ImagePlan(
                3,
                new ImagePlan.Size(20, 2),
                new ImagePlan.Size(10, 0),
                ImageFormat.RANDOM,
                ImageSource.NOISE),
            new AudioPlan(1, 0.1, 0, List.of(8_000), List.of(16), 1, AudioFormat.WAV),
            VideoPlan.NONE);

    GeneratorRun run =
        GeneratorRun.against(aServer(), aPlan().inputTokens(7, 0).media(media), folder);

    assertThat(run.requests()).hasSize(12).allSatisfy(MediaLoadTest::assertSucceeded);
    for (DecodedRequest request : run.requests()) {
      assertThat(request.planned().getImages()).isEqualTo(3);
      assertThat(request.planned().getInputTokens()).isEqualTo(7);
      assertThat(request.planned().getAudioDurationNs()).isEqualTo(100_000_000);
    }
  }

  @Test
  void videosAndMp3AreSentIfFfmpegIsInstalled() throws Exception {
    assumeTrue(isInstalled("ffmpeg"), "no ffmpeg on this machine");
    MediaPlan media =
        new MediaPlan(
            ImagePlan.NONE,
            new AudioPlan(1, 0.2, 0, List.of(16_000), List.of(16), 1, AudioFormat.MP3),
            new VideoPlan(
                2,
                64,
                48,
                4,
                1,
                VideoContent.NOISE,
                VideoFormat.WEBM,
                "libvpx-vp9",
                SoundTrack.SILENCE));

    GeneratorRun run =
        GeneratorRun.against(aServer(), aPlan().inputTokens(7, 0).entries(3).media(media), folder);

    assertThat(run.requests()).hasSize(12).allSatisfy(MediaLoadTest::assertSucceeded);
  }

  private static boolean isInstalled(String program) {
    String path = System.getenv("PATH");
    return path != null
        && List.of(path.split(File.pathSeparator)).stream()
            .anyMatch(one -> Files.isExecutable(Path.of(one, program)));
  }

  /** More requests than are prepared in advance, so that some are built while others are sent. */
  @Test
  void bodiesOfTenMegabytesAreSentCompletely() throws Exception {
    Files.write(folder.resolve("big.png"), new byte[FILE_BYTES]);
    Path prompts =
        Files.write(
            folder.resolve("prompts.jsonl"),
            Collections.nCopies(30, "{\"text\": \"what?\", \"image\": \"big.png\"}"));

    GeneratorRun run =
        GeneratorRun.against(
            aServer(),
            aPlan().inputFile(prompts.toString()).requestCount(30).rehearsalRequests(5),
            folder);

    assertThat(run.requests()).hasSize(30).allSatisfy(MediaLoadTest::assertSucceeded);
    for (DecodedRequest request : run.requests()) {
      assertThat(request.planned().getImages()).isEqualTo(1);
      assertThat(request.transport().getBytesSent()).isGreaterThan(FILE_BYTES / 3 * 4);
    }
  }

  private static void assertSucceeded(DecodedRequest request) {
    assertThat(request.ended().getEnding())
        .as("%s: %s", request.ended().getReason(), request.ended().getMessage())
        .isEqualTo(Ending.OK);
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("mock-model")
        .endpointType(Endpoints.CHAT)
        .tokenizer("builtin")
        .requestCount(12)
        .concurrency(3)
        .rehearsalRequests(10);
  }

  private static MockServerOptions.Builder aServer() {
    return MockServerOptions.builder()
        .timeToFirstToken("2ms")
        .interTokenLatency("1ms")
        .outputTokens("3");
  }
}
