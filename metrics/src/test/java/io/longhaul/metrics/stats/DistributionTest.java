package io.longhaul.metrics.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
  private static final double[] PERCENTS = {0, 1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9, 100};

  @Test
  void countsAgreeWithHdrHistogram() {
    Distribution ours = new Distribution(1);
    Histogram theirs = new Histogram(1, Grid.MAX_VALUE, 3);
    for (long value : valuesOfAllSizes(10_000, 1)) {
      ours.add(value);
      theirs.recordValue(value);
    }

    Histogram decoded =
        Histogram.decodeFromByteBuffer(ByteBuffer.wrap(ours.toHdrHistogramBytes()), 0);

    assertThat(decoded).isEqualTo(theirs);
    assertThat(decoded.getTotalCount()).isEqualTo(ours.count());
  }

  @ParameterizedTest(name = "{0} values")
  @ValueSource(ints = {0, 1, 2, 100, 10_000})
  void theEncodingEqualsThatOfHdrHistogramByteByByte(int count) {
    Distribution ours = new Distribution(1);
    Histogram theirs = new Histogram(1, Grid.MAX_VALUE, 3);
    for (long value : valuesOfAllSizes(count, 6)) {
      ours.add(value);
      theirs.recordValue(value);
    }

    assertThat(ours.toHdrHistogramBytes()).isEqualTo(bytesOf(theirs));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 63, 64, 8_191, 8_192, 1L << 54, 1L << 55, Long.MAX_VALUE})
  void countsOfEverySizeAreEncodedAsHdrHistogramDoes(long count) {
    SparseCounts ours = new SparseCounts();
    ours.add(Grid.indexOf(7), count);
    Histogram theirs = new Histogram(1, Grid.MAX_VALUE, 3);
    theirs.recordValueWithCount(7, count);

    assertThat(HdrHistogramBytes.encode(ours)).isEqualTo(bytesOf(theirs));
  }

  @Test
  void bucketBoundsEqualThoseOfHdrHistogram() {
    Histogram theirs = new Histogram(1, Grid.MAX_VALUE, 3);
    for (long value : valuesOfAllSizes(10_000, 2)) {
      int index = Grid.indexOf(value);
      assertThat(Grid.lowestValueOf(index)).isEqualTo(theirs.lowestEquivalentValue(value));
      assertThat(Grid.widthOf(index)).isEqualTo(theirs.sizeOfEquivalentValueRange(value));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1_023, 1_024, 2_047, 2_048, 2_049, 4_095, 4_096, 86_399_999_999_999L})
  void adjacentValuesHaveTheSameOrAdjacentBuckets(long value) {
    int step = Grid.indexOf(value + 1) - Grid.indexOf(value);

    assertThat(step).isBetween(0, 1);
    assertThat(Grid.lowestValueOf(Grid.indexOf(value))).isLessThanOrEqualTo(value);
    assertThat(Grid.indexOf(value)).isLessThan(Grid.LENGTH);
  }

  @Test
  void mergesInAnyOrderAreEqualAndHaveTheSameBytes() {
    SplittableRandom random = new SplittableRandom(4);
    long[] values = valuesOfAllSizes(5_000, 5);
    Distribution whole = distributionOf(1, values);
    for (int round = 0; round < 20; round++) {
      Distribution[] parts = new Distribution[1 + random.nextInt(12)];
      Arrays.setAll(parts, i -> new Distribution(1));
      for (long value : shuffled(values, random)) {
        parts[random.nextInt(parts.length)].add(value);
      }
      Distribution merged = new Distribution(1);
      for (Distribution part : parts) {
        merged.merge(part);
      }
      assertThat(bytesOf(merged)).isEqualTo(bytesOf(whole));
      assertThat(merged.toHdrHistogramBytes()).isEqualTo(whole.toHdrHistogramBytes());
    }
  }

  @ParameterizedTest(name = "{0} values, {1} stored units per grid unit")
  @CsvSource({"1, 1", "2, 1", "3, 1", "100, 1", "5000, 1", "5000, 1000"})
  void percentilesHaveAnErrorOfAtMostATenthOfAPercent(int count, int storedPerGridUnit) {
    long[] values = valuesOfAllSizes(count, count);
    Distribution distribution = distributionOf(storedPerGridUnit, values);
    long[] sorted = values.clone();
    Arrays.sort(sorted);

    for (double q : PERCENTS) {
      double exact = Percentiles.atRank(q, count, rank -> (double) sorted[(int) rank]);
      double allowed = 0.001 * exact + 0.5 * storedPerGridUnit;
      assertThat(distribution.percentile(q))
          .as("p" + q)
          .isBetween(exact - allowed, exact + allowed);
    }
  }

  @Test
  void smallCountsHaveExactPercentiles() {
    Distribution distribution = distributionOf(1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

    assertThat(distribution.percentile(50)).isEqualTo(5.5);
    assertThat(distribution.percentile(25)).isEqualTo(3.25);
    assertThat(distribution.percentile(95)).isEqualTo(9.549999999999999);
  }

  @Test
  void theSummaryIsInDisplayUnitsAndNamesItsMethod() {
    Distribution distribution = distributionOf(1, 1_000_000, 3_000_000);

    DistributionSummary summary = distribution.summary(1_000_000).orElseThrow();

    assertThat(summary.method()).isEqualTo(DistributionSummary.Method.HISTOGRAM);
    assertThat(summary.count()).isEqualTo(2);
    assertThat(summary.avg()).isEqualTo(2);
    assertThat(summary.std()).isEqualTo(1);
    assertThat(summary.min()).isEqualTo(1);
    assertThat(summary.max()).isEqualTo(3);
    assertThat(summary.sum()).isEqualTo(4);
    assertThat(summary.p50()).isEqualTo(2);
  }

  @Test
  void noValuesGiveNoSummary() {
    assertThat(new Distribution(1).summary(1)).isEmpty();
    assertThat(new Distribution(1).percentile(50)).isNaN();
    assertThat(new Distribution(1).mean()).isNaN();
  }

  @Test
  void anAveragedGapIsRoundedForItsBucketOnly() {
    Distribution picoseconds = distributionOf(1_000, 1_500, 2_500, 2_501);

    assertThat(picoseconds.sum()).isEqualTo(6_501);
    assertThat(countsOf(picoseconds, 1)).isZero();
    assertThat(countsOf(picoseconds, 2)).isEqualTo(2);
    assertThat(countsOf(picoseconds, 3)).isEqualTo(1);
  }

  @Test
  void aValueBeyondADayIsCountedAsOverflowAndNotClipped() {
    Distribution distribution = distributionOf(1, 5, Grid.MAX_VALUE, Grid.MAX_VALUE + 1);

    assertThat(distribution.count()).isEqualTo(3);
    assertThat(distribution.overflowCount()).isEqualTo(1);
    assertThat(distribution.max()).isEqualTo(Grid.MAX_VALUE + 1);
    assertThat(distribution.percentile(100)).isEqualTo(Grid.MAX_VALUE + 1);
    assertEqual(readBack(distribution), distribution);
  }

  @Test
  void aNegativeValueIsRejected() {
    Distribution distribution = new Distribution(1);

    assertThatThrownBy(() -> distribution.add(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid value: -1 (0 or more)");
    assertThat(distribution.isEmpty()).isTrue();
  }

  @Test
  void distributionsWithDifferentGridUnitsCannotBeMerged() {
    Distribution nanoseconds = new Distribution(1);

    assertThatThrownBy(() -> nanoseconds.merge(new Distribution(1_000)))
        .hasMessageStartingWith("Cannot merge distributions: 1 and 1000 stored units");
  }

  @Test
  void aCopyIsIndependent() {
    Distribution original = distributionOf(1, 1, 2, 3);
    Distribution copy = original.copy();

    copy.add(4);

    assertEqual(original, distributionOf(1, 1, 2, 3));
    assertEqual(copy, distributionOf(1, 4, 3, 2, 1));
  }

  @Test
  void addingADistributionToItselfDoublesIt() {
    Distribution distribution = distributionOf(1, 1, 2_000, 5_000_000);

    distribution.merge(distribution);

    assertEqual(distribution, distributionOf(1, 1, 1, 2_000, 2_000, 5_000_000, 5_000_000));
  }

  @Test
  void writtenDistributionsAreReadBack() {
    for (int count : new int[] {0, 1, 17, 5_000}) {
      Distribution distribution = distributionOf(1_000, valuesOfAllSizes(count, 9));
      assertEqual(readBack(distribution), distribution);
    }
  }

  /** If this fails, the format has changed: increase the version, and continue to read this one. */
  @Test
  void theBytesOfVersionOneNeverChange() {
    Distribution distribution = distributionOf(1_000, 0, 1_500, 3_000_000_000L);

    String golden =
        "01" // version
            + "000003e8" // stored units per grid unit
            + "0000000000000003" // count
            + "0000000000000000" // min
            + "00000000b2d05e00" // max
            + "0000000000000000" // sum, high
            + "00000000b2d063dc" // sum, low
            + "0000000000000000" // squares, high
            + "0000000000000000" // squares, middle
            + "7ce66c50e2a65510" // squares, low
            + "0000000000000000" // overflow
            + "03" // buckets
            + "0101" // 0, once
            + "0201" // 2, once
            + "b66301"; // 12,726 further: 3,000,000, once
    assertThat(HexFormat.of().formatHex(bytesOf(distribution))).isEqualTo(golden);
    assertEqual(read(HexFormat.of().parseHex(golden)), distribution);
  }

  @Test
  void anUnknownVersionIsRejected() {
    byte[] bytes = bytesOf(distributionOf(1, 1));
    bytes[0] = 2;

    assertThatThrownBy(() -> read(bytes))
        .hasMessageContaining("Cannot read distribution: version 2 (this build reads up to 1)");
  }

  @Test
  void damagedBytesAreRejected() {
    byte[] bytes = bytesOf(distributionOf(1, 1, 2, 3));
    bytes[bytes.length - 1]++;

    assertThatThrownBy(() -> read(bytes)).hasMessageContaining("damaged bytes");
  }

  @Test
  void hdrHistogramBytesAndTheExactFiguresRestoreTheDistribution() {
    Distribution distribution = distributionOf(1_000, valuesOfAllSizes(1_000, 11));
    distribution.add(Long.MAX_VALUE);

    Distribution back =
        Distribution.fromHdrHistogramBytes(
            distribution.toHdrHistogramBytes(), 1_000, distribution.tally());

    assertEqual(back, distribution);
    assertThat(back.overflowCount()).isEqualTo(1);
  }

  @Test
  void aHistogramOnAnotherGridIsRejected() {
    Histogram hour = new Histogram(1, 3_600_000_000_000L, 3);

    assertThatThrownBy(() -> Distribution.fromHdrHistogramBytes(bytesOf(hour), 1, new Tally()))
        .hasMessageStartingWith("Invalid histogram: 1 to 3600000000000 with 3 digits");
  }

  @Test
  void aMeanOfManyDaysIsExact() {
    Distribution distribution = new Distribution(1);
    for (int i = 0; i < 100_000; i++) {
      distribution.add(Grid.MAX_VALUE - (i & 1));
    }

    assertThat(distribution.sum())
        .isEqualTo(
            BigInteger.valueOf(Grid.MAX_VALUE)
                .multiply(BigInteger.valueOf(100_000))
                .subtract(BigInteger.valueOf(50_000)));
    assertThat(distribution.mean()).isEqualTo(Grid.MAX_VALUE - 0.5);
    assertThat(distribution.standardDeviation()).isEqualTo(0.5);
  }

  private static Distribution distributionOf(int storedPerGridUnit, long... values) {
    Distribution distribution = new Distribution(storedPerGridUnit);
    for (long value : values) {
      distribution.add(value);
    }
    return distribution;
  }

  /** From one unit to a day, all magnitudes equally often. */
  private static long[] valuesOfAllSizes(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return random
        .longs(count, 0, Grid.MAX_VALUE)
        .map(value -> value >>> random.nextInt(46))
        .toArray();
  }

  private static long[] shuffled(long[] values, SplittableRandom random) {
    long[] shuffled = values.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      long swapped = shuffled[i];
      shuffled[i] = shuffled[j];
      shuffled[j] = swapped;
    }
    return shuffled;
  }

  private static long countsOf(Distribution distribution, long gridValue) {
    return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(distribution.toHdrHistogramBytes()), 0)
        .getCountAtValue(gridValue);
  }

  /** Asserts that two distributions have the same bytes, which are independent of their order. */
  private static void assertEqual(Distribution actual, Distribution expected) {
    assertThat(bytesOf(actual)).isEqualTo(bytesOf(expected));
  }

  private static Distribution readBack(Distribution distribution) {
    return read(bytesOf(distribution));
  }

  private static byte[] bytesOf(Distribution distribution) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      distribution.writeTo(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] bytesOf(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    return Arrays.copyOf(buffer.array(), histogram.encodeIntoByteBuffer(buffer));
  }

  private static Distribution read(byte[] bytes) {
    try {
      return Distribution.readFrom(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void bucketsAreReadInOrderWithTheirCounts() {
    Distribution distribution = new Distribution(1_000);
    for (long value : new long[] {5_000_000, 5_000, 5_000, 70_000}) {
      distribution.add(value);
    }
    List<Double> values = new ArrayList<>();
    List<Long> counts = new ArrayList<>();

    distribution.forEachBucket(
        (value, count) -> {
          values.add(value);
          counts.add(count);
        });

    assertThat(counts).containsExactly(2L, 1L, 1L);
    assertThat(values.get(0)).isEqualTo(5_000);
    assertThat(values.get(1)).isEqualTo(70_000);
    assertThat(values.get(2)).isCloseTo(5_000_000, withinPercentage(0.1));
  }
}
