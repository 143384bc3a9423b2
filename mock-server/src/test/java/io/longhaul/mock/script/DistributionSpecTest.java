package io.longhaul.mock.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.mock.script.DistributionSpec.Shape;
import io.longhaul.mock.script.DistributionSpec.Unit;
import io.longhaul.mock.script.Draws.Purpose;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionSpecTest {
  private static final int MANY = 200_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "50ms                 | CONSTANT    | NANOSECONDS | 50000000   | 0",
        "64                   | CONSTANT    | COUNT       | 64         | 0",
        "0ms                  | CONSTANT    | NANOSECONDS | 0          | 0",
        "uniform(16,64)       | UNIFORM     | COUNT       | 16         | 64",
        "normal(50ms,10ms)    | NORMAL      | NANOSECONDS | 50000000   | 10000000",
        "exponential(20ms)    | EXPONENTIAL | NANOSECONDS | 20000000   | 0",
        "lognormal(50ms,20ms) | LOGNORMAL   | NANOSECONDS | 50000000   | 20000000",
        "normal(32.5,4)       | NORMAL      | COUNT       | 32.5       | 4",
        "250us                | CONSTANT    | NANOSECONDS | 250000     | 0",
        "1s                   | CONSTANT    | NANOSECONDS | 1000000000 | 0",
        "17ns                 | CONSTANT    | NANOSECONDS | 17         | 0",
      })
  void aTextIsReadWithItsShapeUnitAndParameters(
      String text, Shape shape, Unit unit, double first, double second) {
    assertThat(DistributionSpec.parse(text))
        .isEqualTo(new DistributionSpec(shape, unit, first, second));
  }

  @Test
  void spacesCapitalsAndOtherUnitsAreAccepted() {
    assertThat(DistributionSpec.parse(" Normal( 0.05s , 10 ms ) "))
        .isEqualTo(DistributionSpec.parse("normal(50ms,10ms)"));
    assertThat(DistributionSpec.parse("1.5m")).isEqualTo(DistributionSpec.parse("90s"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fast",
        "50 apples",
        "-5ms",
        "uniform(5)",
        "uniform(9,3)",
        "normal(50ms,10)",
        "lognormal(0ms,1ms)",
        "normal(1,2",
        "gamma(1,2)",
        "normal()",
        "5ms 6ms",
        "99999999h"
      })
  void whatIsNoDistributionIsRefusedWithTheText(String text) {
    assertThatThrownBy(() -> DistributionSpec.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid distribution: " + text + " (");
  }

  @Test
  void durationsAndCountsAreNotInterchangeable() {
    assertThatThrownBy(() -> DistributionSpec.parseDuration("50"))
        .hasMessage(
            "Invalid distribution: 50 (durations with a unit: ns, us, ms, s, m or h, such as"
                + " 50ms)");
    assertThatThrownBy(() -> DistributionSpec.parseCount("uniform(1ms,2ms)"))
        .hasMessage("Invalid distribution: uniform(1ms,2ms) (counts without a unit, such as 64)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "50ms                 | 50000000 | 0",
        "uniform(10ms,30ms)   | 20000000 | 5773503",
        "normal(50ms,10ms)    | 50000000 | 10000000",
        "exponential(20ms)    | 20000000 | 20000000",
        "lognormal(50ms,20ms) | 50000000 | 20000000",
      })
  void drawsHaveTheMeanAndDeviationThatWereAskedFor(String text, double mean, double deviation) {
    double[] values = LongStream.of(draws(text, 1, MANY)).asDoubleStream().toArray();
    double average = LongStream.of(draws(text, 1, MANY)).average().orElseThrow();
    double variance = 0;
    for (double value : values) {
      variance += (value - average) * (value - average) / MANY;
    }

    assertThat(average).isCloseTo(mean, Percentage.withPercentage(1));
    assertThat(Math.sqrt(variance)).isCloseTo(deviation, Percentage.withPercentage(2));
  }

  @Test
  void aUniformCountIncludesBothEndsEquallyOften() {
    long[] values = draws("uniform(1,4)", 1, MANY);

    for (int value = 1; value <= 4; value++) {
      int wanted = value;
      assertThat(LongStream.of(values).filter(v -> v == wanted).count())
          .isCloseTo(MANY / 4, Percentage.withPercentage(2));
    }
    assertThat(LongStream.of(values)).allMatch(v -> v >= 1 && v <= 4);
  }

  @Test
  void aNormalDistributionIsCutAtZero() {
    long[] values = draws("normal(1ms,10ms)", 1, 1_000);

    assertThat(LongStream.of(values)).allMatch(v -> v >= 0).contains(0L);
  }

  @Test
  void theSameSeedKeyAndPurposeDrawTheSame() {
    assertThat(draws("normal(50ms,10ms)", 1, 100)).isEqualTo(draws("normal(50ms,10ms)", 1, 100));
    assertThat(draws("normal(50ms,10ms)", 1, 100)).isNotEqualTo(draws("normal(50ms,10ms)", 2, 100));
  }

  /** The expected values are those of a second implementation in another language. */
  @Test
  void drawsAreStable() {
    assertThat(draws("normal(50ms,10ms)", 42, 3)).containsExactly(43093571, 49909991, 73386907);
    assertThat(draws("uniform(1,1000)", 42, 3)).containsExactly(476, 646, 360);
  }

  private static long[] draws(String text, long seed, int count) {
    DistributionSpec spec = DistributionSpec.parse(text);
    Draws draws = Draws.of(seed, Draws.keyOf("request"), Purpose.INTER_TOKEN_LATENCY);
    return LongStream.generate(() -> spec.draw(draws)).limit(count).toArray();
  }
}
