package io.longhaul.metrics.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * Values in memory that does not grow without end: all of them up to a number, then their {@link
 * Distribution}. Mutable; belongs to one thread at a time.
 */
public final class BoundedValues {
  private static final int FIRST_LENGTH = 8;

  private final int most;
  private final int storedPerGridUnit;
  private long[] values = new long[FIRST_LENGTH];
  private int size;

  /** Takes the place of the values when there are too many; null until then. */
  private Distribution distribution;

  /**
   * Holds nothing yet.
   *
   * @param most how many values are kept as they are
   * @param storedPerGridUnit of the distribution that takes over
   */
  public BoundedValues(int most, int storedPerGridUnit) {
    this.most = most;
    this.storedPerGridUnit = storedPerGridUnit;
  }

  /**
   * Adds one value.
   *
   * @param value in stored units, at least 0
   */
  public void add(long value) {
    if (distribution == null && size == most) {
      distribution = new Distribution(storedPerGridUnit);
      for (int i = 0; i < size; i++) {
        distribution.add(values[i]);
      }
      values = new long[0];
    }
    if (distribution != null) {
      distribution.add(value);
      return;
    }
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.min(most, 2 * size));
    }
    values[size++] = value;
  }

  /**
   * All statistics, in display units; percentiles are exact or not, as the summary's method says.
   *
   * @param storedPerDisplay how many stored units make a display unit
   * @return empty of nothing
   */
  public Optional<DistributionSummary> summary(long storedPerDisplay) {
    return distribution == null
        ? ExactStatistics.of(Arrays.copyOf(values, size), storedPerDisplay)
        : distribution.summary(storedPerDisplay);
  }
}
