package io.longhaul.report.figures;

import static io.longhaul.report.figures.FinishedSlices.aSlice;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.stability.LiveState;
import io.longhaul.report.figures.LiveStability.Judgement;
import io.longhaul.report.figures.LiveStability.News;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Slices of one second, with a request of some milliseconds in each. */
class LiveStabilityTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Random random = new Random(5);
  private final List<News> news = new ArrayList<>();
  private LiveStability stability = new LiveStability(SECOND, PlannedLoad.CONSTANT);
  private Judgement newest = Judgement.NONE;
  private int slices;

  @Test
  void aShiftIsReportedOnceAndOnceWhenItEnds() {
    finish(400, 200);
    assertThat(news).isEmpty();
    finish(60, 251);
    assertThat(news).hasSize(1);
    assertThat(news.get(0).seconds()).isEqualTo(400);
    assertThat(news.get(0).text())
        .startsWith("Shift: Request Latency p50 since 0:06:40, ")
        .contains("; Request Latency p99 since 0:06:40, ", " ms (+2");
    assertThat(state("request_latency.p99")).isEqualTo(LiveState.SHIFT);
    finish(60, 200);

    assertThat(news).hasSizeBetween(2, 3);
    assertThat(news.subList(1, news.size()))
        .allMatch(each -> each.text().contains(" is back to normal, "));
    assertThat(state("request_latency.p99")).isEqualTo(LiveState.STEADY);
  }

  @Test
  void onlyFiguresOfTheRunAreJudged() {
    finish(100, 200);

    assertThat(newest.figures())
        .extracting(each -> each.figure().text())
        .containsExactly(
            "request_latency.p50",
            "request_latency.p99",
            "request_throughput",
            "request_error_rate");
  }

  @Test
  void slicesThatCannotBeTrustedAreLeftOut() {
    finish(400, 200);
    for (int i = 0; i < 20; i++) {
      SliceRow slice = aSlice(slices++, 900);
      slice.put("trusted", false);
      add(slice);
    }

    assertThat(newest.slicesNotTrusted()).isEqualTo(20);
    assertThat(state("request_latency.p99")).isEqualTo(LiveState.STEADY);
    assertThat(news).isEmpty();
  }

  @Test
  void aPlannedChangeOfTheLoadBeginsAnew() {
    long changed = 400 * SECOND;
    stability =
        new LiveStability(
            SECOND,
            new PlannedLoad(
                OptionalLong.empty(),
                OptionalLong.of(1_000 * SECOND),
                (from, until) -> from <= changed && changed < until));
    finish(400, 200);
    assertThat(state("request_latency.p99")).isEqualTo(LiveState.STEADY);
    finish(1, 300);
    assertThat(state("request_latency.p99")).isEqualTo(LiveState.SETTLING);
    finish(300, 300);

    assertThat(state("request_latency.p99")).isEqualTo(LiveState.STEADY);
    assertThat(news).isEmpty();
  }

  @Test
  void slicesAfterTheEndOfTheLoadAreNotJudged() {
    stability =
        new LiveStability(
            SECOND,
            new PlannedLoad(OptionalLong.of(800), OptionalLong.empty(), (from, until) -> false));
    finish(400, 200);
    finish(50, 900);

    assertThat(news).isEmpty();
    stability = new LiveStability(SECOND, PlannedLoad.CONSTANT);
    finish(400, 200);
    stability.loadEnded();
    finish(50, 900);
    assertThat(news).isEmpty();
  }

  @Test
  void requestsThatAreNeverSentBelongToTheLoad() {
    stability =
        new LiveStability(
            SECOND,
            new PlannedLoad(OptionalLong.of(900), OptionalLong.empty(), (from, until) -> false));
    finish(399, 200);
    SliceRow slice = aSlice(slices++, 200);
    slice.put("not_issued_stall_skipped", 100L);
    add(slice);
    finish(50, 900);

    assertThat(news).isEmpty();
  }

  @Test
  void aDrainOfALoadWithoutAKnownEndIsNotJudged() {
    finish(400, 200);
    for (int i = 0; i < 20; i++) {
      SliceRow slice = aSlice(slices++, 200);
      slice.put("requests_sent", 0L);
      slice.put("valid_requests", 0L);
      add(slice);
    }

    assertThat(news).isEmpty();
  }

  private LiveState state(String figure) {
    return newest.figures().stream()
        .filter(each -> each.figure().text().equals(figure))
        .findFirst()
        .orElseThrow()
        .verdict()
        .state();
  }

  private void finish(int number, long millis) {
    for (int i = 0; i < number; i++) {
      add(aSlice(slices++, millis + Math.round(4 * random.nextGaussian())));
    }
  }

  private void add(SliceRow slice) {
    newest = stability.finished(slice);
    news.addAll(newest.news());
  }
}
