package io.longhaul.metrics.stats;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Values in bounded memory: up to a limit all values, above it their {@link Distribution}. Mutable;
 * belongs to one thread at a time.
 */
public final class BoundedValues {
  private static final int FIRST_LENGTH = 8;

  private final int limit;
  private final int storedPerGridUnit;
  private long[] values = new long[FIRST_LENGTH];
  private int size;

  /** Replaces the values above the limit; null until then. */
  private @Nullable Distribution distribution;

  /**
   * Creates an empty collection.
   *
   * @param limit maximum number of values that are kept individually
   * @param storedPerGridUnit of the distribution above the limit
   */
  public BoundedValues(int limit, int storedPerGridUnit) {
    this.limit = limit;
    this.storedPerGridUnit = storedPerGridUnit;
  }

  /**
   * Adds one value.
   *
   * @param value in stored units, at least 0
   */
  public void add(long value) {
    if (distribution == null && size == limit) {
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
      values = Arrays.copyOf(values, Math.min(limit, 2 * size));
    }
    values[size++] = value;
  }

  /**
   * Returns all statistics in display units; the summary's method states whether percentiles are
   * exact.
   *
   * @param storedPerDisplay stored units in one display unit
   * @return empty if there are no values
   */
  public Optional<DistributionSummary> summary(long storedPerDisplay) {
    return distribution == null
        ? ExactStatistics.of(Arrays.copyOf(values, size), storedPerDisplay)
        : distribution.summary(storedPerDisplay);
  }
}
