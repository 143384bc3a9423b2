package io.longhaul.cli.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.LengthPair;
import io.longhaul.load.plan.dataset.PrefixPlan;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunForecastTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void aRateAndADurationDetermineTheNumberOfRequests() {
    PhaseForecast load = profiling(aPlan().requestRate(10).durationNanos(600 * SECOND));

    assertThat(load.requests()).hasValue(6_000);
    assertThat(load.sendingNanos()).hasValue(600 * SECOND);
  }

  @Test
  void aRateAndACountDetermineTheTime() {
    PhaseForecast load = profiling(aPlan().requestRate(10).requestCount(50));

    assertThat(load.requests()).hasValue(50);
    assertThat(load.sendingNanos().orElseThrow()).isCloseTo(5 * SECOND, within(1_000L));
  }

  @Test
  void theLimitReachedFirstEndsTheSending() {
    PhaseForecast load =
        profiling(aPlan().requestRate(10).requestCount(50).durationNanos(3 * SECOND));

    assertThat(load.requests()).hasValue(30);
    assertThat(load.sendingNanos()).hasValue(3 * SECOND);
  }

  @Test
  void repeatedStagesAddUp() {
    RateCurve day =
        new RateCurve(
            List.of(
                RateStage.level(0, 10 * SECOND),
                RateStage.line(0, 10, 10 * SECOND),
                RateStage.wave(2, 6, 5 * SECOND, 10 * SECOND)),
            true);

    PhaseForecast load = profiling(aPlan().rateCurve(day).durationNanos(75 * SECOND));
    // Twice 50 + 40, and 5 s of the line: half of its way up.
    assertThat(load.requests()).hasValue(Math.round(2 * (50 + 40) + 5 * 5 / 2.0));

    PhaseForecast counted = profiling(aPlan().rateCurve(day).requestCount(90 + 50));
    assertThat(counted.sendingNanos().orElseThrow()).isCloseTo(50 * SECOND, within(1_000L));
  }

  @Test
  void stagesThatEndEndTheSending() {
    RateCurve once = new RateCurve(List.of(RateStage.level(4, 10 * SECOND)), false);

    PhaseForecast load = profiling(aPlan().rateCurve(once).requestCount(100));

    assertThat(load.requests()).hasValue(40);
    assertThat(load.sendingNanos()).hasValue(10 * SECOND);
  }

  @Test
  void sessionsHaveOneRequestPerTurnAndRepeatTheHistory() {
    RunPlanBuilder sessions =
        aPlan()
            .sessions(new SessionPlan(4, 0, 0, 0, 1))
            .inputTokens(100, 0)
            .outputTokens(60, 0)
            .sessionCount(25);
    assertThat(profiling(sessions).requests()).hasValue(100);
    PhaseForecast load = profiling(sessions.requestRate(10));
    assertThat(load.requests()).hasValue(100);
    assertThat(load.sendingNanos().orElseThrow()).isCloseTo(10 * SECOND, within(1_000L));
    assertThat(TokenForecast.of(sessions.build()).input()).hasValue(100 + 1.5 * 160);

    PhaseForecast ofFile = profiling(ofFile(FileType.MULTI_TURN).sessionCount(25).requestRate(10));
    assertThat(ofFile.requests()).as("somewhere else").isEmpty();
    assertThat(ofFile.sendingNanos()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"SINGLE_TURN", "MULTI_TURN", "MOONCAKE_TRACE"})
  void sessionsOfAFileHaveAsManyRequestsAsItsSessionsHaveTurns(FileType type) {
    PromptFileSummary content = new PromptFileSummary(4, 10, 0, 0, Optional.empty());

    PhaseForecast load = profiling(ofFile(type).sessionCount(25).requestRate(10), content);
    assertThat(load.requests()).hasValue(Math.round(25 * 10 / 4.0));
    assertThat(profiling(ofFile(type).sessionCount(25).requestCount(7), content).requests())
        .hasValue(7);
    assertThat(profiling(ofFile(type).concurrency(2).durationNanos(SECOND), content).requests())
        .isEmpty();
  }

  @Test
  void aFixedScheduleIsSentOnce() {
    PromptFileSummary content = new PromptFileSummary(4, 10, 0, 0, Optional.empty());
    RunPlanBuilder recorded = ofFile(FileType.SINGLE_TURN).fixedSchedule(true);

    assertThat(profiling(recorded, content).requests()).hasValue(10);
    assertThat(profiling(recorded.sessionCount(2), content).requests()).hasValue(5);
    assertThat(profiling(recorded.sessionCount(9), content).requests()).hasValue(10);
    assertThat(profiling(recorded.requestCount(3), content).requests()).hasValue(3);
    assertThat(profiling(recorded).requests()).hasValue(3);
  }

  private static RunPlanBuilder ofFile(FileType type) {
    return aPlan().inputFile("sessions.jsonl").fileType(type);
  }

  @Test
  void aClosedLoopDependsOnTheServer() {
    PhaseForecast load = profiling(aPlan().concurrency(4).durationNanos(60 * SECOND));
    assertThat(load.requests()).isEmpty();
    assertThat(load.sendingNanos()).hasValue(60 * SECOND);

    RunForecast run = of(aPlan().concurrency(4).durationNanos(SECOND).build());
    assertThat(run.knowsRequests()).isFalse();
    assertThat(run.disk(true, Optional.empty()))
        .isEqualTo(DiskForecast.of(0, 1, 1, true, Optional.empty()));
    assertThat(profiling(aPlan().concurrency(4).requestCount(7)).sendingNanos()).isEmpty();
  }

  @Test
  void tokensIncludeThePromptAndAllPrefixes() {
    TokenForecast tokens =
        TokenForecast.of(
            aPlan()
                .inputTokens(100, 5)
                .prefixes(new PrefixPlan(3, 20, 40, 7))
                .outputTokens(30, 0)
                .build());

    assertThat(tokens.input()).hasValue(167);
    assertThat(
            TokenForecast.of(
                    aPlan()
                        .inputTokens(100, 5)
                        .prefixes(new PrefixPlan(3, 20, 0, 0))
                        .batch(new BatchPlan(4, 1, 1, 1))
                        .build())
                .input())
        .hasValue(480);
    assertThat(tokens.output()).hasValue(30);
  }

  @Test
  void requestShapesAreWeightedByTheirShares() {
    TokenForecast tokens =
        TokenForecast.of(
            aPlan()
                .lengthPairs(
                    List.of(
                        new LengthPair(new TokenLength(100, 0), new TokenLength(10, 0), 25),
                        new LengthPair(new TokenLength(200, 0), new TokenLength(50, 0), 75)))
                .build());

    assertThat(tokens.input()).hasValue(175);
    assertThat(tokens.output()).hasValue(40);
  }

  @Test
  void responsesWithoutTokensHaveNone() {
    RunPlan plan = aPlan().endpointType(Endpoints.named("embeddings")).build();

    assertThat(TokenForecast.of(plan).output()).hasValue(0);
    assertThat(of(plan).chunks()).isEqualTo(1);
  }

  @Test
  void checkpointsOfTwoWeeksNeedLittleOfTheDisk() {
    double day = 86_400;
    long oneDay = DiskForecast.of(0, 1, day, false, Optional.empty()).resultBytes();
    long twoWeeks = DiskForecast.of(0, 1, 14 * day, false, Optional.empty()).resultBytes();

    assertThat(twoWeeks).isBetween(5 * oneDay, 14 * oneDay).isLessThan(3_000_000_000L);
  }

  @Test
  void theWarmUpUsesDiskSpaceToo() {
    long without = of(aPlan().requestCount(100).build()).disk(true, Optional.empty()).bytes();
    RunForecast warmed = of(aPlan().requestCount(100).warmupRequestCount(100).build());
    assertThat(warmed.knowsRequests()).isTrue();
    long with = warmed.disk(true, Optional.empty()).bytes();

    assertThat(with).isEqualTo(2 * without);
  }

  @Test
  void linesOfRequestsUseTheMostSpace() {
    RunForecast run = of(aPlan().requestCount(100).build());

    assertThat(run.disk(true, Optional.empty()).resultBytes())
        .isGreaterThan(2 * run.disk(false, Optional.empty()).resultBytes());
    assertThat(run.disk(true, Optional.empty()).kafkaBytes())
        .isEqualTo(run.disk(false, Optional.empty()).kafkaBytes());
  }

  private static RunForecast of(RunPlan plan) {
    return RunForecast.of(plan, Optional.empty());
  }

  private static PhaseForecast profiling(RunPlanBuilder plan) {
    return of(plan.build()).profiling();
  }

  private static PhaseForecast profiling(RunPlanBuilder plan, PromptFileSummary content) {
    return RunForecast.of(plan.build(), Optional.of(content)).profiling();
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run").model("m").tokenizer("builtin");
  }

  @Test
  void theLogOfAFortnightIsBoundedByTheTimeForWhichItIsKept() {
    double day = Duration.ofDays(1).toSeconds();
    double requests = 14 * day * 200;
    Optional<Duration> kept = Optional.of(Duration.ofHours(24));

    long whole = DiskForecast.of(requests, 100, 14 * day, false, Optional.empty()).kafkaBytes();
    long bounded = DiskForecast.of(requests, 100, 14 * day, false, kept).kafkaBytes();
    long oneDay = DiskForecast.of(requests / 14, 100, day, false, kept).kafkaBytes();

    assertThat(bounded).isBetween(whole / 14, whole / 12).isGreaterThan(oneDay);
    assertThat(oneDay).as("never more than the whole log").isEqualTo(whole / 14);
  }
}
