package io.longhaul.metrics.sweep;

import static io.longhaul.metrics.RequestTrace.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vectors V4 and V4b of AIPerf 0.13; times in seconds. */
class SweepCurvesTest {
  private static final long SECOND = 1_000_000_000;

  /** The tables are rounded to six digits. */
  private static final double SIX_DIGITS = 1e-6;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      textBlock =
          """
          effective_concurrency,                 1,        0,  2,  1,  2,  2,  2,  0.707107
          effective_decode_throughput,           0.875,    0,  2,  1,  2,  2,  2,  0.780625
          effective_prefill_throughput,          3.75,     0,  10, 0,  10, 10, 10, 4.841229
          effective_decode_concurrency,          0.625,    0,  1,  1,  1,  1,  1,  0.484123
          effective_prefill_concurrency,         0.375,    0,  1,  0,  1,  1,  1,  0.484123
          effective_total_throughput,            4.625,    0,  11, 2,  11, 11, 11, 4.741769
          effective_decode_throughput_per_user,  0.875,    0,  2,  1,  2,  2,  2,  0.780625
          effective_prefill_throughput_per_user, 3.75,     0,  10, 0,  10, 10, 10, 4.841229
          tokens_in_flight,                      16.375,   0,  34, 11, 33, 33, 33, 12.267207
          active_decode_throughput,              1.4,      1,  2,  1,  2,  2,  2,  0.489898
          active_decode_throughput_per_user,     1.4,      1,  2,  1,  2,  2,  2,  0.489898
          active_prefill_throughput,             10,       10, 10, 10, 10, 10, 10, 0
          active_prefill_throughput_per_user,    10,       10, 10, 10, 10, 10, 10, 0
          active_total_throughput,               6.166667, 1,  11, 2,  11, 11, 11, 4.524624
          """)
  void v4TwoOverlappingStreamsByChunk(
      String tag,
      double avg,
      double min,
      double max,
      double p50,
      double p90,
      double p95,
      double p99,
      double std) {
    assertIs(over(v4(true), 0, 8, tag), avg, min, max, p50, p90, p95, p99, std);
  }

  @Test
  void v4WithoutGapsTokensAreInFlightFromTheFirstChunk() {
    SweepCurves plain = v4(false);

    assertIs(over(plain, 0, 8, "tokens_in_flight"), 17.75, 0, 34, 14, 34, 34, 34, 12.930101);
    assertIs(over(plain, 0, 8, "effective_decode_throughput"), 0.875, 0, 2, 1, 2, 2, 2, 0.780625);
    assertIs(over(plain, 2, 4, "tokens_in_flight"), 34, 34, 34, 34, 34, 34, 34, 0);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "effective_concurrency, 2",
    "effective_decode_throughput, 1",
    "effective_prefill_throughput, 10",
    "effective_total_throughput, 11",
  })
  void v4AllWindowsUseTheSameCurves(String tag, double always) {
    assertIs(over(v4(true), 2, 4, tag), always, always, always, always, always, always, always, 0);
  }

  @Test
  void v4TokensInFlightInTheWindow() {
    assertIs(over(v4(true), 2, 4, "tokens_in_flight"), 32.5, 32, 34, 32, 33, 33, 33, 0.5);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "effective_concurrency, 0.5, 0, 1",
    "effective_decode_throughput, 0, 0, 0",
    "effective_decode_concurrency, 0, 0, 0",
    "effective_decode_throughput_per_user, 0, 0, 0",
    "effective_prefill_throughput, 5, 0, 10",
    "effective_total_throughput, 5, 0, 10",
    "tokens_in_flight, 5, 0, 10",
    "active_prefill_throughput, 10, 10, 10",
    "active_total_throughput, 10, 10, 10",
    "active_decode_throughput, 0, 0, 0",
  })
  void v4bAResponseOfOneChunkAndAnErrorWithoutDuration(
      String tag, double avg, double p50, double p90) {
    SweepBuilder requests = new SweepBuilder(true, true);
    requests.request(0, SECOND, SECOND, 10, 1);
    requests.request(0, 0, NONE, NONE, NONE);

    DistributionSummary actual = over(requests.build(), 0, 2, tag);

    assertThat(actual.avg()).isEqualTo(avg);
    assertThat(actual.p50()).isEqualTo(p50);
    assertThat(actual.p90()).isEqualTo(p90);
  }

  @Test
  void theOrderOfTheRequestsDoesNotMatter() {
    SweepBuilder backwards = new SweepBuilder(true, true);
    second(backwards);
    first(backwards);

    assertThat(over(backwards.build(), 0, 8)).isEqualTo(over(v4(true), 0, 8));
  }

  @Test
  void adjacentWindowsAddUpToTheWhole() {
    SweepCurves curves = v4(true);

    double whole = over(curves, 0, 8, "tokens_in_flight").avg();
    double pieces = 0;
    for (int i = 0; i < 8; i++) {
      pieces += over(curves, i, i + 1, "tokens_in_flight").avg() / 8;
    }

    assertThat(pieces).isCloseTo(whole, within(1e-12));
  }

  /** AIPerf has zeros where a response that is not streamed gives no values. */
  @Test
  void responsesThatAreNotStreamedHaveOnlyAConcurrency() {
    SweepBuilder requests = new SweepBuilder(false, false);
    requests.request(0, SECOND, NONE, 10, 5);

    assertThat(over(requests.build(), 0, 2)).containsOnlyKeys(Metric.EFFECTIVE_CONCURRENCY);
  }

  /** Gaps of 0 have no rate; their tokens are in flight all the same. */
  @Test
  void tokensOfChunksInOneReadAreDistributedOverTheOtherGaps() {
    SweepBuilder requests = new SweepBuilder(true, true);
    requests.request(0, 4 * SECOND, SECOND, 10, 4);
    requests.chunks(0, 4 * SECOND, seconds(1, 1, 1, 3), 4, 4);
    SweepCurves curves = requests.build();

    assertThat(over(curves, 1, 3, "effective_decode_throughput").avg()).isEqualTo(1.5);
    assertThat(over(curves, 1, 3, "tokens_in_flight").max()).isEqualTo(13);
    assertThat(over(curves, 3, 4, "tokens_in_flight").max()).isEqualTo(14);
    assertThat(over(curves, 4, 5, "tokens_in_flight").max()).isZero();
  }

  @Test
  void manyRequestsGiveTheStatisticsOfTheirHeights() {
    SweepBuilder requests = new SweepBuilder(false, false);
    int count = 10_000;
    for (int i = 0; i < count; i++) {
      int place = (int) (i * 7_919L % count);
      requests.request(place * SECOND, count * SECOND, NONE, NONE, NONE);
    }

    DistributionSummary concurrency = over(requests.build(), 0, count, "effective_concurrency");

    assertThat(concurrency.min()).isEqualTo(1);
    assertThat(concurrency.max()).isEqualTo(count);
    assertThat(concurrency.p90()).isEqualTo(9_000);
    assertThat(concurrency.avg()).isEqualTo((count + 1) / 2.0);
  }

  @Test
  void anEmptyWindowHasOnlyZeros() {
    assertIs(over(v4(true), 3, 3, "effective_concurrency"), 0, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void aCurveHasNoCountNoSumAndNoOtherPercentiles() {
    DistributionSummary curve = over(v4(true), 0, 8, "tokens_in_flight");

    assertThat(curve.count()).isZero();
    assertThat(
            new double[] {
              curve.sum(),
              curve.p1(),
              curve.p5(),
              curve.p10(),
              curve.p25(),
              curve.p75(),
              curve.p999()
            })
        .containsOnly(Double.NaN);
  }

  private static SweepCurves v4(boolean byChunk) {
    SweepBuilder requests = new SweepBuilder(true, byChunk);
    first(requests);
    second(requests);
    return requests.build();
  }

  private static void first(SweepBuilder requests) {
    requests.request(0, 4 * SECOND, SECOND, 10, 4);
    requests.chunks(0, 4 * SECOND, seconds(1, 2, 3, 4), 4, 4);
  }

  private static void second(SweepBuilder requests) {
    requests.request(2 * SECOND, 6 * SECOND, 4 * SECOND, 20, 5);
    requests.chunks(2 * SECOND, 6 * SECOND, seconds(2, 2.5, 3, 3.5, 4), 5, 5);
  }

  private static long[] seconds(double... at) {
    return Arrays.stream(at).mapToLong(second -> Math.round(second * SECOND)).toArray();
  }

  private static DistributionSummary over(SweepCurves curves, long from, long to, String tag) {
    return over(curves, from, to).get(Metric.ofTag(tag).orElseThrow());
  }

  private static Map<Metric, DistributionSummary> over(SweepCurves curves, long from, long to) {
    return curves.over(List.of(new SweepCurves.Window(from * SECOND, to * SECOND))).get(0);
  }

  private static void assertIs(DistributionSummary actual, double... expected) {
    double[] figures = {
      actual.avg(),
      actual.min(),
      actual.max(),
      actual.p50(),
      actual.p90(),
      actual.p95(),
      actual.p99(),
      actual.std()
    };
    assertThat(figures).hasSameSizeAs(expected);
    for (int i = 0; i < figures.length; i++) {
      assertThat(figures[i])
          .as("figure %d of %s", i, actual)
          .isCloseTo(expected[i], within(SIX_DIGITS));
    }
  }
}
