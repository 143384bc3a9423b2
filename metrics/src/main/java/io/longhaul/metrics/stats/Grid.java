package io.longhaul.metrics.stats;

/**
 * The one grid of all distributions: HdrHistogram's, from 1 to 86.4·10^12 units (a day of
 * nanoseconds) with 3 significant digits. Below 2048 a bucket is one unit wide; above, each
 * doubling has 1024 buckets, so that a bucket is never wider than 1/1024 of its values.
 *
 * <p>Index arithmetic as in HdrHistogram, so that the counts can be written in its encoding as they
 * are.
 */
final class Grid {
  static final long MAX_VALUE = 86_400_000_000_000L;
  static final int SIGNIFICANT_DIGITS = 3;

  private static final int HALF_COUNT_BITS = 10;
  private static final int HALF_COUNT = 1 << HALF_COUNT_BITS;
  private static final long EXACT_MASK = 2L * HALF_COUNT - 1;
  private static final int LEADING_ZEROS_OF_EXACT = Long.numberOfLeadingZeros(EXACT_MASK);

  /** One more than the greatest index. */
  static final int LENGTH = indexOf(MAX_VALUE) + 1;

  private Grid() {}

  /** The bucket of a value from 0 to {@link #MAX_VALUE}. */
  static int indexOf(long value) {
    int doublings = LEADING_ZEROS_OF_EXACT - Long.numberOfLeadingZeros(value | EXACT_MASK);
    return (doublings << HALF_COUNT_BITS) + (int) (value >>> doublings);
  }

  /** The least value of a bucket. */
  static long lowestValueOf(int index) {
    int doublings = doublingsOf(index);
    return (long) (index - (doublings << HALF_COUNT_BITS)) << doublings;
  }

  /** How many values share a bucket. */
  static long widthOf(int index) {
    return 1L << doublingsOf(index);
  }

  private static int doublingsOf(int index) {
    return Math.max(0, (index >> HALF_COUNT_BITS) - 1);
  }
}
