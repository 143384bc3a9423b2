package io.longhaul.metrics.stats;

/**
 * The grid of all distributions, that of HdrHistogram: from 1 to 86.4·10^12 units (a day of
 * nanoseconds) with 3 significant digits. Below 2048 a bucket is one unit wide; above, each
 * doubling has 1024 buckets, so that no bucket is wider than 1/1024 of its values.
 *
 * <p>Indexes are those of HdrHistogram, so that counts can be written in its encoding without
 * conversion.
 */
final class Grid {
  static final long MAX_VALUE = 86_400_000_000_000L;
  static final int SIGNIFICANT_DIGITS = 3;

  private static final int HALF_COUNT_BITS = 10;
  private static final int HALF_COUNT = 1 << HALF_COUNT_BITS;
  private static final long EXACT_MASK = 2L * HALF_COUNT - 1;
  private static final int LEADING_ZEROS_OF_EXACT = Long.numberOfLeadingZeros(EXACT_MASK);

  /** One more than the maximum index. */
  static final int LENGTH = indexOf(MAX_VALUE) + 1;

  private Grid() {}

  /** Returns the bucket of a value from 0 to {@link #MAX_VALUE}. */
  static int indexOf(long value) {
    int doublings = LEADING_ZEROS_OF_EXACT - Long.numberOfLeadingZeros(value | EXACT_MASK);
    return (doublings << HALF_COUNT_BITS) + (int) (value >>> doublings);
  }

  /** Returns the minimum value of a bucket. */
  static long lowestValueOf(int index) {
    int doublings = doublingsOf(index);
    return (long) (index - (doublings << HALF_COUNT_BITS)) << doublings;
  }

  /** Returns the number of values that share a bucket. */
  static long widthOf(int index) {
    return 1L << doublingsOf(index);
  }

  private static int doublingsOf(int index) {
    return Math.max(0, (index >> HALF_COUNT_BITS) - 1);
  }
}
