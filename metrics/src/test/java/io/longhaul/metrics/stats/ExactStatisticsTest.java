package io.longhaul.metrics.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statistics as AIPerf computes them with numpy: vectors V1 and G2 from running the original. */
class ExactStatisticsTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # values             | avg | min | max | sum | p1   | p5   | p10 | p25  | p50 | p75  | p90  | p95                | p99                | std                | std n-1
          5                    | 5   | 5   | 5   | 5   | 5    | 5    | 5   | 5    | 5   | 5    | 5    | 5                  | 5                  | 0                  | 0
          10 20                | 15  | 10  | 20  | 30  | 10.1 | 10.5 | 11  | 12.5 | 15  | 17.5 | 19   | 19.5               | 19.9               | 5                  | 7.0710678118654755
          3 1 2                | 2   | 1   | 3   | 6   | 1.02 | 1.1  | 1.2 | 1.5  | 2   | 2.5  | 2.8  | 2.9                | 2.98               | 0.816496580927726  | 1
          1 2 3 4 5 6 7 8 9 10 | 5.5 | 1   | 10  | 55  | 1.09 | 1.45 | 1.9 | 3.25 | 5.5 | 7.75 | 9.1  | 9.549999999999999  | 9.91               | 2.8722813232690143 | 3.0276503540974917
          100 100 100 200      | 125 | 100 | 200 | 500 | 100  | 100  | 100 | 100  | 100 | 125  | 170  | 184.99999999999997 | 196.99999999999997 | 43.30127018922193  | 50
          10 20 30 40          | 25  | 10  | 40  | 100 | 10.3 | 11.5 | 13  | 17.5 | 25  | 32.5 | 37   | 38.5               | 39.7               | 11.180339887498949 | 12.909944487358056
          5 1 4 2 3            | 3   | 1   | 5   | 15  | 1.04 | 1.2  | 1.4 | 2    | 3   | 4    | 4.6  | 4.8                | 4.96               | 1.4142135623730951 | 1.5811388300841898
          10 12 18 8           | 12  | 8   | 18  | 48  | 8.06 | 8.3  | 8.6 | 9.5  | 11  | 13.5 | 16.2 | 17.1               | 17.82              | 3.7416573867739413 | 4.320493798938574
          """)
  void statisticsEqualThoseOfAiperf(
      String values,
      double avg,
      double min,
      double max,
      double sum,
      double p1,
      double p5,
      double p10,
      double p25,
      double p50,
      double p75,
      double p90,
      double p95,
      double p99,
      double std,
      double sampleStd) {
    long[] numbers = Arrays.stream(values.split(" ", -1)).mapToLong(Long::parseLong).toArray();

    DistributionSummary summary = ExactStatistics.of(numbers, 1).orElseThrow();
    DistributionSummary sample = ExactStatistics.of(numbers, 1, 1).orElseThrow();

    assertThat(summary.method()).isEqualTo(DistributionSummary.Method.EXACT);
    assertThat(summary.count()).isEqualTo(numbers.length);
    assertClose(summary.avg(), avg);
    assertClose(summary.min(), min);
    assertClose(summary.max(), max);
    assertClose(summary.sum(), sum);
    assertClose(summary.p1(), p1);
    assertClose(summary.p5(), p5);
    assertClose(summary.p10(), p10);
    assertClose(summary.p25(), p25);
    assertClose(summary.p50(), p50);
    assertClose(summary.p75(), p75);
    assertClose(summary.p90(), p90);
    assertClose(summary.p95(), p95);
    assertClose(summary.p99(), p99);
    assertClose(summary.std(), std);
    assertClose(sample.std(), sampleStd);
    assertClose(sample.p90(), p90);
  }

  @Test
  void noValuesGiveNoStatistics() {
    assertThat(ExactStatistics.of(new long[0], 1)).isEmpty();
  }

  @Test
  void statisticsAreInDisplayUnitsAndTheArrayIsNotChanged() {
    long[] nanos = {3_000_000, 1_000_000};

    DistributionSummary summary = ExactStatistics.of(nanos, 1_000_000).orElseThrow();

    assertThat(summary.min()).isEqualTo(1);
    assertThat(summary.p50()).isEqualTo(2);
    assertThat(summary.std()).isEqualTo(1);
    assertThat(nanos).containsExactly(3_000_000, 1_000_000);
  }

  @Test
  void valuesMayBeNegative() {
    DistributionSummary summary = ExactStatistics.of(new long[] {-6, -2, 2}, 1).orElseThrow();

    assertClose(summary.avg(), -2);
    assertClose(summary.min(), -6);
    assertClose(summary.std(), Math.sqrt(32.0 / 3));
  }

  @Test
  void aSmallDeviationAroundALargeMeanLosesNoDigit() {
    long large = 1_000_000_000_000_000L;

    DistributionSummary summary =
        ExactStatistics.of(new long[] {large, large + 1, large + 2}, 1).orElseThrow();

    assertClose(summary.std(), 0.816496580927726);
  }

  private static void assertClose(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, within(1e-12 * Math.abs(expected)));
  }
}
