package io.longhaul.metrics.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every statistic is equal to the one that is computed from the sorted values. */
class MultiPassStatisticsTest {
  /** More values than a cell stores, so that cells are divided. */
  private static final int MANY = 3 * RankSelection.MAX_STORED;

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  static Arguments[] values() {
    Random random = new Random(5);
    return new Arguments[] {
      named("one", count -> LongStream.of(7)),
      named("two", count -> LongStream.of(Long.MAX_VALUE, Long.MIN_VALUE)),
      named("zeros", count -> LongStream.generate(() -> 0).limit(count)),
      named("constant", count -> LongStream.generate(() -> 123_456_789_012L).limit(count)),
      named("nearly constant", count -> random.longs(count, 20 * MILLI, 20 * MILLI + 3)),
      named("in one cell", count -> random.longs(count, 1L << 40, (1L << 40) + (1L << 29))),
      named("two values", count -> random.ints(count, 0, 2).mapToLong(i -> 40 * MILLI + i)),
      named("tiny", count -> random.longs(count, 0, 12)),
      named("uniform", count -> random.longs(count, 0, SECOND)),
      named("huge", count -> random.longs(count)),
      named("at the end", count -> random.longs(count, Long.MAX_VALUE - 99_999, Long.MAX_VALUE)),
      named("negative", count -> random.longs(count, -SECOND, 10)),
      named("normal", count -> LongStream.generate(() -> normal(random)).limit(count)),
      named("heavy tail", count -> LongStream.generate(() -> pareto(random)).limit(count)),
      named("ascending", count -> LongStream.range(0, count)),
      named("descending", count -> LongStream.range(0, count).map(i -> SECOND - i))
    };
  }

  private static Arguments named(String name, IntFunction<LongStream> values) {
    return Arguments.of(name, values);
  }

  private static long normal(Random random) {
    return (long) (200 * MILLI + MILLI * random.nextGaussian());
  }

  private static long pareto(Random random) {
    return (long) (MILLI / Math.pow(1 - random.nextDouble(), 2));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("values")
  void statisticsEqualThoseOfSortedValues(String name, IntFunction<LongStream> values) {
    for (int count : new int[] {2, 3, 10, 101, 1_000, MANY}) {
      assertEqualsSorted(values.apply(count).toArray());
    }
  }

  @Test
  void statisticsOfRandomMixturesEqualThoseOfSortedValues() {
    Random random = new Random(11);
    for (int i = 0; i < 200; i++) {
      long spread = 1L << (1 + random.nextInt(61));
      long start = random.nextLong() >> random.nextInt(63);
      long[] values = random.longs(1 + random.nextInt(400), 0, spread).toArray();
      assertEqualsSorted(Arrays.stream(values).map(value -> start + value / 2).toArray());
    }
  }

  private static void assertEqualsSorted(long[] values) {
    long errors = values.length / 3;
    MultiPassStatistics statistics = new MultiPassStatistics();
    int passes = 0;
    while (statistics.needsAnotherPass()) {
      Arrays.stream(values).forEach(statistics::add);
      statistics.endPass(errors);
      passes++;
    }

    assertThat(passes).isLessThanOrEqualTo(5);
    assertThat(statistics.summary(MILLI)).contains(ExactStatistics.sorted(values, MILLI, 0));
    assertThat(statistics.errorAdjusted(errors, MILLI))
        .isEqualTo(ErrorAdjusted.sorted(values, errors, MILLI));
    assertThat(ExactStatistics.of(values, MILLI, 1))
        .contains(ExactStatistics.sorted(values, MILLI, 1));
    assertThat(ErrorAdjusted.of(values, errors, MILLI))
        .isEqualTo(ErrorAdjusted.sorted(values, errors, MILLI));
    assertThat(statistics.sum()).isEqualTo(Arrays.stream(values).sum());
  }

  @Test
  void latenciesNeedTwoPasses() {
    Random random = new Random(3);
    long[] values =
        LongStream.generate(() -> (long) (200 * MILLI * (1 + Math.abs(random.nextGaussian()))))
            .limit(1_000_000)
            .toArray();
    MultiPassStatistics statistics = new MultiPassStatistics();
    for (int pass = 1; pass <= 2; pass++) {
      Arrays.stream(values).forEach(statistics::add);
      statistics.endPass(0);
    }

    assertThat(statistics.needsAnotherPass()).isFalse();
    assertThat(statistics.summary(1)).contains(ExactStatistics.sorted(values, 1, 0));
  }

  @Test
  void noValuesGiveNoStatistics() {
    MultiPassStatistics statistics = new MultiPassStatistics();

    statistics.endPass(3);

    assertThat(statistics.needsAnotherPass()).isFalse();
    assertThat(statistics.isEmpty()).isTrue();
    assertThat(statistics.summary(1)).isEmpty();
  }
}
