package io.longhaul.load.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.plan.check.InvalidPlanException;
import io.longhaul.load.plan.check.Problems;
import io.longhaul.load.plan.check.SamplingStrategy;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.PrefixPlan;
import io.longhaul.load.plan.dataset.PromptCorpus;
import io.longhaul.load.plan.dataset.RankingPlan;
import io.longhaul.load.plan.dataset.RecordedDelays;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.plan.dataset.TracePlan;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.ArrivalPlan;
import io.longhaul.load.plan.load.CancellationPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.LoadPlan;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.HttpUrl;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.plan.server.ModelSelection;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.plan.server.TokenizerPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunPlanTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void everyDefaultIsAsDocumented() {
    RunPlan plan = RunPlanBuilder.plan("run-1").model("m").build();

    assertThat(plan)
        .isEqualTo(
            new RunPlan(
                "run-1",
                0,
                new TargetPlan(
                    List.of("http://localhost:8000"),
                    null,
                    Map.of(),
                    21_600 * SECOND,
                    HttpVersion.HTTP_1_1,
                    ConnectionReuse.POOLED,
                    true,
                    false,
                    null,
                    null,
                    "X-Correlation-ID"),
                new RequestPlan(
                    Endpoints.CHAT,
                    List.of("m"),
                    ModelSelection.ROUND_ROBIN,
                    false,
                    ExtraInputs.NONE,
                    false,
                    false,
                    null,
                    false),
                new TokenizerPlan("m", "main", false),
                new DatasetPlan(
                    null,
                    FileType.SINGLE_TURN,
                    TracePlan.WHOLE,
                    RecordedDelays.AS_THEY_ARE,
                    new TokenLength(550, 0),
                    null,
                    List.of(),
                    PromptCorpus.SONNET,
                    PrefixPlan.NONE,
                    null,
                    CacheBust.NONE,
                    RankingPlan.DEFAULTS,
                    MediaPlan.NONE,
                    BatchPlan.ONE_OF_EACH,
                    SessionPlan.SINGLE_TURNS,
                    100,
                    SamplingStrategy.SEQUENTIAL,
                    false),
                new LoadPlan(
                    null,
                    new PhasePlan(
                        1,
                        0,
                        null,
                        null,
                        null,
                        false,
                        CancellationPlan.NONE,
                        10L,
                        null,
                        null,
                        PhasePlan.FOR_EVER),
                    600 * SECOND,
                    7 * 86_400 * SECOND),
                new MeasurementPlan(10 * SECOND, "", 1, 2_000, List.of(), null)));
  }

  @Test
  void aRankingsEndpointTakesNeitherLengthPairsNorATrace() {
    RunPlanBuilder shaped =
        aPlan()
            .endpointType(Endpoints.named("nim_rankings"))
            .prefixes(new PrefixPlan(2, 10, 0, 0))
            .rankings(new RankingPlan(new TokenLength(0, 0), new TokenLength(9, -1), 0, -1));

    assertThatExceptionOfType(InvalidPlanException.class)
        .isThrownBy(shaped::build)
        .satisfies(
            refused ->
                assertThat(refused.problems())
                    .containsExactly(
                        "Invalid query length mean: 0 (1 or more tokens)",
                        "Invalid passage length stddev: -1.0 (0 or more tokens)",
                        "Invalid number of passages: 0 (1 or more passages)",
                        "Invalid deviation of the number of passages: -1.0 (0 or more)",
                        "Invalid dataset: endpoint type nim_rankings sends a query and passages"
                            + " (omit sequence distribution, prefixes and shared messages)"));
    assertThatThrownBy(
            aPlan()
                    .endpointType(Endpoints.named("nim_rankings"))
                    .inputFile("trace.jsonl")
                    .fileType(FileType.MOONCAKE_TRACE)
                ::build)
        .hasMessage(
            "Invalid dataset type: mooncake_trace (single_turn with endpoint type nim_rankings)");
  }

  @Test
  void theDefaultNumberOfRankingsPromptsIsLimitedByTokens() {
    assertThat(
            aPlan()
                .endpointType(Endpoints.named("nim_rankings"))
                .rankings(new RankingPlan(new TokenLength(100, 0), new TokenLength(500, 0), 2, 0))
                .requestCount(5_000)
                .build()
                .dataset()
                .entries())
        .isEqualTo(1_000);
  }

  @Test
  void theDefaultNumberOfPromptsIsTheRequestCount() {
    assertThat(aPlan().requestCount(500).build().dataset().entries()).isEqualTo(500);
  }

  @Test
  void theDefaultNumberOfPromptsIsLimitedByTokens() {
    assertThat(aPlan().requestCount(1_000_000).build().dataset().entries()).isEqualTo(2_000);
    assertThat(aPlan().requestCount(1_000_000).entries(9_999).build().dataset().entries())
        .isEqualTo(9_999);
    assertThat(aPlan().requestCount(1_000_000).inputTokens(100_000, 0).build().dataset().entries())
        .isEqualTo(100);
  }

  @Test
  void aDurationNeedsNoCountAndHasAGracePeriodOf30Seconds() {
    PhasePlan profiling = aPlan().durationNanos(5 * SECOND).build().load().profiling();

    assertThat(profiling.requestCount()).isNull();
    assertThat(profiling.graceNanos()).isEqualTo(30 * SECOND);
  }

  @Test
  void aDurationBoundsTheWholeRun() {
    LoadPlan load = aPlan().durationNanos(5 * SECOND).build().load();

    assertThat(load.longestDurationNanos()).isEqualTo((5 + 600 + 30 + 3_600) * SECOND);
  }

  @Test
  void aRateWithoutAConcurrencyHasNoCap() {
    PhasePlan profiling = aPlan().requestRate(5).build().load().profiling();

    assertThat(profiling.concurrency()).isNull();
    assertThat(profiling.isOpenLoop()).isTrue();
  }

  @Test
  void aWarmupHasTheLoadOfProfilingByDefault() {
    LoadPlan load =
        aPlan()
            .concurrency(8)
            .requestRate(5)
            .arrivalPattern(ArrivalPattern.CONSTANT)
            .warmupRequestCount(4)
            .build()
            .load();

    assertThat(load.warmup())
        .isEqualTo(
            new PhasePlan(
                8,
                0,
                null,
                ArrivalPlan.at(5, ArrivalPattern.CONSTANT),
                null,
                false,
                CancellationPlan.NONE,
                4L,
                null,
                null,
                PhasePlan.FOR_EVER));
  }

  @Test
  void aWarmupMayHaveItsOwnLoad() {
    LoadPlan load =
        aPlan()
            .concurrency(8)
            .warmupRequestCount(4)
            .warmupConcurrency(2)
            .warmupRequestRate(3)
            .warmupArrivalPattern(ArrivalPattern.CONSTANT)
            .build()
            .load();

    assertThat(load.warmup().concurrency()).isEqualTo(2);
    assertThat(load.warmup().arrivals().rate()).isEqualTo(RateCurve.level(3));
    assertThat(load.profiling().isOpenLoop()).isFalse();
  }

  @Test
  void aRampStartsAtTheRateThatItReachesAfterATenthOfASecond() {
    RunPlanBuilder plan = aPlan().requestRate(50).requestRateRampNanos(10 * SECOND);

    assertThat(plan.build().load().profiling().arrivals().rate())
        .isEqualTo(RateCurve.ramp(0.5, 50, 10 * SECOND));
    assertThat(plan.requestRateRampNanos(SECOND / 20).build().load().profiling().arrivals().rate())
        .isEqualTo(RateCurve.level(50));
  }

  @Test
  void stagesThatEndLimitTheDuration() {
    RateCurve tenSeconds = new RateCurve(List.of(RateStage.level(5, 10 * SECOND)), false);
    RunPlanBuilder plan = aPlan().rateCurve(tenSeconds);

    assertThat(plan.build().load().profiling().durationNanos()).isEqualTo(10 * SECOND);
    assertThat(plan.build().load().profiling().requestCount()).isNull();
    assertThat(plan.durationNanos(20 * SECOND).build().load().profiling().durationNanos())
        .isEqualTo(10 * SECOND);
    assertThat(plan.durationNanos(SECOND).build().load().profiling().durationNanos())
        .isEqualTo(SECOND);
  }

  @Test
  void aCurveWithoutAnEndIsLimitedByTheDuration() {
    RateCurve daily = new RateCurve(List.of(RateStage.level(5, 10 * SECOND)), true);

    assertThat(aPlan().rateCurve(daily).durationNanos(99).build().load().profiling())
        .extracting(PhasePlan::durationNanos)
        .isEqualTo(99L);
    assertThat(aPlan().rateCurve(daily).build().load().profiling().requestCount()).isEqualTo(10);
  }

  @Test
  void invalidRatesAreReported() {
    RateCurve nothing = new RateCurve(List.of(RateStage.level(0, 9)), true);
    RateCurve backwards =
        new RateCurve(
            List.of(
                RateStage.level(1, RateStage.WITHOUT_END),
                RateStage.wave(3, 2, 0, 5),
                RateStage.line(-1, Double.NaN, RateStage.WITHOUT_END)),
            false);

    assertThat(problemsOf(aPlan().rateCurve(nothing)))
        .containsExactly("Invalid request rate: 0 (more than 0 requests per second)");
    assertThat(
            problemsOf(
                aPlan()
                    .rateCurve(backwards)
                    .arrivalSmoothness(0)
                    .concurrencyRampNanos(1)
                    .cancellation(new CancellationPlan(2, -1))))
        .containsExactly(
            "Invalid concurrency ramp: 1 (0 ns or more, with a concurrency)",
            "Invalid wave of rates: 3.0 to 2.0 in 0 ns (from the lowest to the highest rate in more"
                + " than 0 ns)",
            "Invalid request rate: -1.0 to NaN (0 or more per second)",
            "Invalid stage of rates: it changes without an end (set its duration)",
            "Invalid stage of rates: another stage follows one without an end (set its duration)",
            "Invalid arrival smoothness: 0.0 (more than 0)",
            "Invalid arrival smoothness: 0.0 (only with gamma arrivals)",
            "Invalid cancellation share: 2.0 (from 0 to 1)",
            "Invalid cancellation delay: -1 (0 ns or more)");
  }

  private static List<String> problemsOf(RunPlanBuilder plan) {
    return assertThatExceptionOfType(InvalidPlanException.class)
        .isThrownBy(plan::build)
        .actual()
        .problems();
  }

  @Test
  void profilingStartsWithThePromptAfterTheWarmup() {
    LoadPlan load = aPlan().warmupRequestCount(4).build().load();

    assertThat(load.firstPlanIndexOf(LoadPhase.WARMUP)).isZero();
    assertThat(load.firstPlanIndexOf(LoadPhase.PROFILING)).isEqualTo(4);
    assertThat(aPlan().build().load().firstPlanIndexOf(LoadPhase.PROFILING)).isZero();
  }

  @Test
  void aWarmupWithoutACountHasItsOwnPlanIndices() {
    LoadPlan load = aPlan().warmupDurationNanos(5 * SECOND).build().load();

    assertThat(load.warmup().requestCount()).isNull();
    assertThat(load.warmup().durationNanos()).isEqualTo(5 * SECOND);
    assertThat(load.firstPlanIndexOf(LoadPhase.PROFILING)).isZero();
    assertThat(load.firstPlanIndexOf(LoadPhase.WARMUP)).isGreaterThan(1_000_000_000_000L);
    assertThat(load.longestWarmupNanos()).isEqualTo(605 * SECOND);
  }

  @Test
  void urlsAreUsedInTurn() {
    TargetPlan target = aPlan().url("http://a:1").url("http://b:2").build().target();

    assertThat(target.urlIndexFor(0)).isZero();
    assertThat(target.urlIndexFor(1)).isEqualTo(1);
    assertThat(target.urlIndexFor(2)).isZero();
  }

  @Test
  void allProblemsAreReportedTogether() {
    RunPlanBuilder wrong =
        RunPlanBuilder.plan("a/b")
            .seed(-1)
            .url("localhost:8000")
            .path("v1/chat")
            .header("X-A", "one\ntwo")
            .requestTimeoutNanos(0)
            .tokenizer(" ")
            .inputTokens(0, -1)
            .outputTokens(0, Double.NaN)
            .entries(0)
            .inputFile("prompts.csv")
            .trace(new TracePlan(0, 0, true, 9_000_000L, 8_000_000L, null, null))
            .delays(new RecordedDelays(false, -1L))
            .concurrency(0)
            .requestRate(0)
            .requestCount(0)
            .durationNanos(0)
            .graceNanos(-1)
            .warmupRequestCount(0)
            .longestDurationNanos(0)
            .longestWarmupNanos(0)
            .sliceNanos(0)
            .lanesPerGenerator(0)
            .rehearsalRequests(-1);

    assertThatThrownBy(wrong::build)
        .asInstanceOf(type(InvalidPlanException.class))
        .extracting(InvalidPlanException::problems)
        .isEqualTo(
            List.of(
                "Invalid run id: a/b (up to 128 letters, digits, dots, dashes or underscores)",
                "Invalid random seed: -1 (0 or more)",
                "Invalid url: localhost:8000 (http:// or https://, a host, and a port from 1 to"
                    + " 65535)",
                "Invalid endpoint path: v1/chat (a path that begins with /)",
                "Invalid request timeout: 0 (1 or more ns)",
                "Invalid header: X-A (a name and a value, each on one line)",
                "Invalid --model: no value (give at least one model)",
                "Invalid tokenizer: an empty name (give a path, a name, or builtin)",
                "Invalid input sequence length mean: 0 (1 or more tokens)",
                "Invalid input sequence length stddev: -1.0 (0 or more tokens)",
                "Invalid output sequence length mean: 0 (1 or more tokens)",
                "Invalid output sequence length stddev: NaN (0 or more tokens)",
                "Invalid number of dataset entries: 0 (1 or more prompts)",
                "Invalid block size: 0 (1 or more tokens)",
                "Invalid speedup ratio: 0.0 (more than 0)",
                "Invalid fixed schedule: 9 ms to 8 ms (its start offset must not be after its end"
                    + " offset)",
                "Invalid cap of recorded delays: -1 (0 ns or more)",
                "Invalid warmup concurrency: 0 (1 or more requests)",
                "Invalid warmup request rate: 0.0 (more than 0 requests per second)",
                "Invalid warmup request count: 0 (1 or more requests)",
                "Invalid concurrency: 0 (1 or more requests)",
                "Invalid request rate: 0.0 (more than 0 requests per second)",
                "Invalid request count: 0 (1 or more requests)",
                "Invalid duration: 0 (1 or more ns)",
                "Invalid grace period: -1 (0 ns or more)",
                "Invalid longest warmup: 0 (1 or more ns)",
                "Invalid longest duration: 0 (no shorter than the duration, in ns)",
                "Invalid slice duration: 0 (1 or more ns)",
                "Invalid lanes per generator: 0 (1 or more event loops)",
                "Invalid number of rehearsal requests: -1 (0 or more)"));
  }

  @Test
  void aPhaseWithoutLoadAndWithoutEndIsRejected() {
    PhasePlan nothing =
        new PhasePlan(null, 0, null, null, null, false, CancellationPlan.NONE, null, null, null, 0);
    LoadPlan load = new LoadPlan(nothing, nothing, SECOND, SECOND);
    Problems problems = new Problems();

    load.check(problems);

    assertThat(problems.sentences())
        .containsExactly(
            "Invalid warmup load: neither concurrency nor request rate (set one or both)",
            "Invalid warmup load: it never ends (set a request count or a duration)",
            "Invalid load: neither concurrency nor request rate (set one or both)",
            "Invalid load: it never ends (set a request count or a duration)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:8000",
        "https://host/v1",
        "http://[::1]:80/",
        "http://10.0.0.1:65535/a?b=c"
      })
  void anAbsoluteHttpUrlIsValid(String url) {
    assertThat(HttpUrl.isValid(url)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "host",
        "ftp://host",
        "http://",
        "http://host:0",
        "http://host:65536",
        "http://a b",
        "http://host:x",
        "/v1"
      })
  void anyOtherTextIsNotAValidUrl(String url) {
    assertThat(HttpUrl.isValid(url)).isFalse();
  }

  @Test
  void aPlanDoesNotChangeWithTheListsThatItWasBuiltFrom() {
    List<String> models = new ArrayList<>(List.of("a"));
    RequestPlan request =
        new RequestPlan(
            Endpoints.CHAT,
            models,
            ModelSelection.ROUND_ROBIN,
            true,
            ExtraInputs.NONE,
            false,
            false,
            null,
            false);
    models.add("b");

    assertThat(request.models()).containsExactly("a");
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1").model("m");
  }
}
