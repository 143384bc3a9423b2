package io.longhaul.load.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.protobuf.GrpcTestMethods;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.TritonBackend;
import io.longhaul.load.plan.check.InvalidPlanException;
import io.longhaul.load.plan.check.SamplingStrategy;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.LengthPair;
import io.longhaul.load.plan.dataset.PrefixPlan;
import io.longhaul.load.plan.dataset.PromptCorpus;
import io.longhaul.load.plan.dataset.RankingPlan;
import io.longhaul.load.plan.dataset.RecordedDelays;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.plan.dataset.TracePlan;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.CancellationPlan;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import io.longhaul.load.plan.load.UserPlan;
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
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.plan.server.ModelSelection;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The JSON of plans is a format that generators of other versions read. Its bytes are compared with
 * a file that the code of an earlier version has written.
 */
class RunPlanJsonGoldenTest {
  private static final String GOLDEN = "run-plans.jsonl";

  /** A file of plans, one in a line; written again when this system property names a path. */
  private static final String WRITE = "longhaul.golden.plans";

  @Test
  void everyPlanHasTheSameBytesAsBefore() throws Exception {
    List<RunPlan> plans = plans();
    List<String> lines = plans.stream().map(RunPlanJson::toJson).toList();
    if (System.getProperty(WRITE) != null) {
      Files.write(Path.of(System.getProperty(WRITE)), lines);
    }

    List<String> golden = resource(GOLDEN).lines().toList();

    assertThat(lines).hasSameSizeAs(golden);
    for (int i = 0; i < golden.size(); i++) {
      assertThat(lines.get(i)).isEqualTo(golden.get(i));
      assertThat(RunPlanJson.fromJson(golden.get(i))).isEqualTo(plans.get(i));
    }
  }

  private static String resource(String name) throws Exception {
    try (InputStream file = RunPlanJsonGoldenTest.class.getResourceAsStream(name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<RunPlan> plans() throws Exception {
    List<RunPlan> plans = new ArrayList<>();
    plans.add(aPlan().build());
    for (EndpointType type : Endpoints.all()) {
      addIfValid(plans, aPlan().endpointType(type));
      addIfValid(
          plans,
          aPlan()
              .endpointType(type)
              .media(media(new Random(1)))
              .streaming(true)
              .batch(new BatchPlan(2, 2, 2, 2)));
      addIfValid(
          plans, aPlan().endpointType(type).inputFile("/p.jsonl").fileType(FileType.PAYLOAD));
    }
    plans.add(
        aPlan()
            .endpointType(
                Endpoints.calling(
                    GrpcTestMethods.kserve("inference.GRPCInferenceService/ModelInfer")))
            .inputFile("/payloads.jsonl")
            .fileType(FileType.RAW_PAYLOAD)
            .build());
    plans.add(aPlan().caCertificates(resource("authority.pem")).proxy("http://proxy:3128").build());
    for (TritonBackend backend : TritonBackend.values()) {
      plans.add(
          aPlan()
              .endpointType(Endpoints.named("kserve_http"))
              .backend(backend)
              .leastTokensToo(true)
              .build());
    }
    plans.add(
        aPlan().inputFile("/t").fileType(FileType.MOONCAKE_TRACE).fixedSchedule(true).build());
    addOfEachWord(plans);
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      addIfValid(plans, synthetic(random));
      addIfValid(plans, ofFile(random));
    }
    return plans;
  }

  private static void addOfEachWord(List<RunPlan> plans) {
    Arrays.stream(HttpVersion.values()).forEach(v -> addIfValid(plans, aPlan().httpVersion(v)));
    Arrays.stream(ConnectionReuse.values())
        .forEach(v -> addIfValid(plans, aPlan().connectionReuse(v)));
    Arrays.stream(ModelSelection.values())
        .forEach(v -> addIfValid(plans, aPlan().modelSelection(v)));
    Arrays.stream(PromptCorpus.values()).forEach(v -> addIfValid(plans, aPlan().corpus(v)));
    Arrays.stream(CacheBust.values())
        .forEach(v -> addIfValid(plans, aPlan().cacheBust(v).systemPrompt("„Sei\tkurz“ \"\u2028")));
    Arrays.stream(SamplingStrategy.values()).forEach(v -> addIfValid(plans, aPlan().sampling(v)));
    Arrays.stream(FileType.values())
        .forEach(v -> addIfValid(plans, aPlan().inputFile("/f").fileType(v)));
    List.of(ArrivalPattern.CONSTANT, ArrivalPattern.POISSON, ArrivalPattern.GAMMA)
        .forEach(v -> addIfValid(plans, aPlan().requestRate(0.3).arrivalPattern(v)));
    Arrays.stream(SliceLabel.values()).forEach(v -> addIfValid(plans, aPlan().sliceBy(List.of(v))));
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1").model("m");
  }

  private static void addIfValid(List<RunPlan> plans, RunPlanBuilder builder) {
    try {
      plans.add(builder.build());
    } catch (InvalidPlanException e) {
      // Not all that a seed draws can be together.
    }
  }

  private static RunPlanBuilder common(Random random) {
    RunPlanBuilder plan =
        RunPlanBuilder.plan("run-" + random.nextInt(100))
            .seed(random.nextLong() >>> 1)
            .url("http://a:1")
            .url("https://b:2/v1")
            .path(random.nextBoolean() ? null : "/v1/custom")
            .header("X-Team", "größer \"quoted\" </script>")
            .header("X-Other", "\\")
            .requestTimeoutNanos(1 + random.nextInt(1_000_000))
            .httpVersion(one(random, HttpVersion.values()))
            .connectionReuse(one(random, ConnectionReuse.values()))
            .staleRetry(random.nextBoolean())
            .insecureTls(random.nextBoolean())
            .sessionHeader("X-Session-" + random.nextInt(10))
            .model("other")
            .model("größer")
            .modelSelection(one(random, ModelSelection.values()))
            .streaming(true)
            .extraInputs(
                ExtraInputs.parse(
                    List.of(
                        "temperature:0,top_p:0.95,user:null",
                        "{\"stop\":[\"a\",null,true],\"big\":123456789012345678901234567890,"
                            + "\"tiny\":1e-7}")))
            .useServerTokenCount(random.nextBoolean())
            .useLegacyMaxTokens(random.nextBoolean())
            .tokenizer(random.nextBoolean() ? "builtin" : "acme/tiny")
            .tokenizerRevision("v" + random.nextInt(10))
            .tokenizerDownload(random.nextBoolean())
            .applyChatTemplate(random.nextBoolean())
            .outputLength(random.nextInt(4) == 0 ? null : length(random))
            .entries(1 + random.nextInt(1000))
            .sampling(one(random, SamplingStrategy.values()))
            .longestDurationNanos(4_000_000_000_000L + random.nextInt())
            .longestWarmupNanos(1 + random.nextInt(100))
            .requestCount(100 + random.nextInt())
            .sliceNanos(2_000_000_000L)
            .slos(random.nextBoolean() ? "" : "time_to_first_token:100 request_latency:2000")
            .lanesPerGenerator(1 + random.nextInt(8))
            .rehearsalRequests(random.nextInt(9))
            .sliceBy(List.of(SliceLabel.URL, SliceLabel.STAGE));
    load(plan, random);
    return plan;
  }

  private static void load(RunPlanBuilder plan, Random random) {
    plan.cancellation(new CancellationPlan(random.nextDouble(), random.nextInt(1_000)));
    if (random.nextBoolean()) {
      plan.concurrency(64).concurrencyRampNanos(random.nextInt(100)).prefillConcurrency(4);
      plan.prefillRampNanos(random.nextInt(9));
    }
    switch (random.nextInt(4)) {
      case 0 ->
          plan.rateCurve(
              new RateCurve(
                  List.of(
                      RateStage.line(0, 0.1, 7_000_000_000_000L),
                      RateStage.wave(random.nextDouble(), 3, 150_000_000_000L, 600_000_000_000L)),
                  random.nextBoolean()));
      case 1 -> plan.requestRate(random.nextDouble() * 1e6).requestRateRampNanos(random.nextInt());
      case 2 -> plan.requestRate(1e-3).arrivalPattern(ArrivalPattern.GAMMA).arrivalSmoothness(0.25);
      default -> plan.users(new UserPlan(3, random.nextDouble()));
    }
    if (random.nextBoolean()) {
      plan.durationNanos(3_600_000_000_000L).graceNanos(random.nextInt(1000));
    }
    if (random.nextBoolean()) {
      plan.sessionCount(9_000);
    }
    if (random.nextBoolean()) {
      plan.warmupRequestCount(5).warmupSessionCount(3).warmupConcurrency(3);
      plan.warmupPrefillConcurrency(2).warmupDurationNanos(60_000_000_000L);
      plan.warmupRequestRate(1.5).warmupArrivalPattern(ArrivalPattern.CONSTANT);
      plan.warmupGraceNanos(random.nextInt(99)).warmupClosedLoop(random.nextBoolean());
    }
  }

  private static RunPlanBuilder synthetic(Random random) {
    RunPlanBuilder plan =
        common(random)
            .inputLength(length(random))
            .corpus(one(random, PromptCorpus.values()))
            .prefixes(new PrefixPlan(2, 30, random.nextInt(9), random.nextInt(9)))
            .rankings(new RankingPlan(length(random), length(random), 1 + random.nextInt(9), 1.5))
            .media(media(random))
            .sessions(
                new SessionPlan(
                    2 + random.nextInt(9), random.nextDouble(), 2_000, 250, random.nextDouble()))
            .uniquePrompts(random.nextBoolean());
    if (random.nextBoolean()) {
      plan.lengthPairs(
          List.of(
              new LengthPair(length(random), length(random), 40),
              new LengthPair(new TokenLength(512, 0), new TokenLength(256, 0), 60)));
    }
    return random.nextBoolean()
        ? plan
        : plan.batch(new BatchPlan(1, random.nextInt(9), random.nextInt(9), random.nextInt(9)));
  }

  private static RunPlanBuilder ofFile(Random random) {
    return common(random)
        .inputFile("/data/prömpts.jsonl")
        .fileType(one(random, FileType.values()))
        .batch(new BatchPlan(1, random.nextInt(9), random.nextInt(9), random.nextInt(9)))
        .trace(
            new TracePlan(
                1 + random.nextInt(512),
                random.nextDouble() + 0.1,
                random.nextBoolean(),
                random.nextBoolean() ? null : 1_000L,
                random.nextBoolean() ? null : 2_000L,
                random.nextBoolean() ? null : 30,
                random.nextBoolean() ? null : 40))
        .delays(new RecordedDelays(random.nextBoolean(), random.nextBoolean() ? null : 5_000L));
  }

  private static TokenLength length(Random random) {
    return new TokenLength(
        1 + random.nextInt(1_000),
        random.nextDouble() * 100,
        random.nextBoolean() ? null : new TokenLength.Window(4, 5 + random.nextInt(9)));
  }

  private static MediaPlan media(Random random) {
    return new MediaPlan(
        new ImagePlan(
            2,
            new ImagePlan.Size(1 + random.nextInt(30), random.nextDouble()),
            new ImagePlan.Size(1 + random.nextInt(30), random.nextDouble()),
            one(random, ImageFormat.values()),
            random.nextBoolean()
                ? ImageSource.NOISE
                : new ImageSource("/pictures", one(random, SamplingStrategy.values()))),
        random.nextBoolean()
            ? AudioPlan.NONE
            : new AudioPlan(
                1,
                1.5,
                random.nextDouble(),
                List.of(8_000, 44_100),
                List.of(8, 24),
                1 + random.nextInt(2),
                one(random, AudioFormat.values())),
        random.nextBoolean()
            ? VideoPlan.NONE
            : new VideoPlan(
                2,
                320,
                240,
                25,
                1.5 + random.nextDouble(),
                one(random, VideoContent.values()),
                one(random, VideoFormat.values()),
                "libx264",
                new SoundTrack(random.nextInt(3), 48_000, 24, "aac")));
  }

  private static <T> T one(Random random, T[] values) {
    return values[random.nextInt(values.length)];
  }
}
