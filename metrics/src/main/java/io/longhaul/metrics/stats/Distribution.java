package io.longhaul.metrics.stats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;

/**
 * The distribution of a metric: a sparse HdrHistogram (0 to 86.4·10^12 grid units, 3 significant
 * digits) with exact count, sum, sum of squares, minimum and maximum. It is canonical: the same
 * values give equal distributions and the same bytes, in whatever order they are added or merged.
 *
 * <p>Values are in stored units; {@code storedPerGridUnit} of them are one grid unit. Only the
 * bucket of a value is rounded (half-even) to grid units. Values beyond the grid are included in
 * the exact figures and counted as overflow, never clipped silently.
 *
 * <p>Mutable; belongs to one thread at a time.
 */
public final class Distribution {
  private static final byte VERSION = 1;

  private final int storedPerGridUnit;
  private final Tally tally;
  private final SparseCounts buckets;
  private long overflowCount;

  /**
   * Creates an empty distribution.
   *
   * @param storedPerGridUnit stored units in one grid unit, at least 1
   */
  public Distribution(int storedPerGridUnit) {
    this(storedPerGridUnit, new Tally(), new SparseCounts(), 0);
    if (storedPerGridUnit < 1) {
      throw new IllegalArgumentException(
          "Invalid grid unit: " + storedPerGridUnit + " stored units (at least 1)");
    }
  }

  private Distribution(
      int storedPerGridUnit, Tally tally, SparseCounts buckets, long overflowCount) {
    this.storedPerGridUnit = storedPerGridUnit;
    this.tally = tally;
    this.buckets = buckets;
    this.overflowCount = overflowCount;
  }

  /**
   * Adds one value.
   *
   * @param value in stored units, at least 0
   */
  public void add(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("Invalid value: " + value + " (0 or more)");
    }
    tally.add(value);
    long gridValue = storedPerGridUnit == 1 ? value : FixedPoint.divide(value, storedPerGridUnit);
    if (gridValue > Grid.MAX_VALUE) {
      overflowCount++;
    } else {
      buckets.add(Grid.indexOf(gridValue), 1);
    }
  }

  /**
   * Adds all values of another distribution, which does not change.
   *
   * @throws IllegalArgumentException if its grid has another unit
   */
  public void merge(Distribution other) {
    if (storedPerGridUnit != other.storedPerGridUnit) {
      throw new IllegalArgumentException(
          "Cannot merge distributions: %d and %d stored units per grid unit (one metric only)"
              .formatted(storedPerGridUnit, other.storedPerGridUnit));
    }
    tally.merge(other.tally);
    buckets.merge(other.buckets);
    overflowCount += other.overflowCount;
  }

  /** Returns an independent copy. */
  public Distribution copy() {
    return new Distribution(storedPerGridUnit, tally.copy(), buckets.copy(), overflowCount);
  }

  public int storedPerGridUnit() {
    return storedPerGridUnit;
  }

  /** Returns the number of values, overflow included. */
  public long count() {
    return tally.count();
  }

  public boolean isEmpty() {
    return tally.isEmpty();
  }

  /** Returns the number of values beyond the grid. */
  public long overflowCount() {
    return overflowCount;
  }

  /** Returns the exact sum in stored units. */
  public BigInteger sum() {
    return tally.sum();
  }

  /** Returns the minimum in stored units; must not be called on an empty distribution. */
  public long min() {
    return tally.min();
  }

  /** Returns the maximum in stored units; must not be called on an empty distribution. */
  public long max() {
    return tally.max();
  }

  /** Returns the mean in stored units; NaN if empty. */
  public double mean() {
    return tally.mean();
  }

  /** Returns the population standard deviation in stored units; NaN if empty. */
  public double standardDeviation() {
    return tally.standardDeviation(0);
  }

  /** Returns a copy of the exact figures, which {@link #fromHdrHistogramBytes} needs. */
  public Tally tally() {
    return tally.copy();
  }

  /**
   * Returns the value at rank {@code q/100 · (n − 1)}, interpolated between neighbouring ranks as
   * in numpy; the ranks of a bucket are distributed evenly over it. The error is at most 0.1 % or
   * half a grid unit. A rank beyond the grid gives the maximum.
   *
   * @param q from 0 to 100
   * @return in stored units; NaN if empty
   */
  public double percentile(double q) {
    return new RankedBuckets().percentile(q);
  }

  /**
   * Returns all exported statistics in display units.
   *
   * @param storedPerDisplay stored units in one display unit
   * @return empty if there are no values
   */
  public Optional<DistributionSummary> summary(long storedPerDisplay) {
    if (isEmpty()) {
      return Optional.empty();
    }
    RankedBuckets ranked = new RankedBuckets();
    return Optional.of(
        DistributionSummary.of(
            DistributionSummary.Method.HISTOGRAM, tally, 0, storedPerDisplay, ranked::percentile));
  }

  /** Receives the buckets of a distribution. */
  @FunctionalInterface
  public interface BucketReader {
    /**
     * @param value middle of the bucket in stored units
     * @param count number of values in the bucket, at least 1
     */
    void bucket(double value, long count);
  }

  /** Reads the buckets in ascending order, without values beyond the grid. */
  public void forEachBucket(BucketReader reader) {
    for (int index : buckets.indexes()) {
      double middle = Grid.lowestValueOf(index) + (Grid.widthOf(index) - 1) / 2.0;
      reader.bucket(middle * storedPerGridUnit, buckets.count(index));
    }
  }

  /** Writes the canonical form: equal distributions give the same bytes. */
  public void writeTo(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeInt(storedPerGridUnit);
    tally.writeTo(out);
    out.writeLong(overflowCount);
    Varint.write(out, buckets.size());
    int previous = -1;
    for (int index : buckets.indexes()) {
      Varint.write(out, index - previous);
      Varint.write(out, buckets.count(index));
      previous = index;
    }
  }

  /**
   * Reads what {@link #writeTo} wrote, in this version or an earlier one.
   *
   * @throws IOException if the bytes are not a distribution
   */
  public static Distribution readFrom(DataInput in) throws IOException {
    byte version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "Cannot read distribution: version %d (this build reads up to %d)"
              .formatted(version, VERSION));
    }
    int storedPerGridUnit = in.readInt();
    Tally tally = Tally.readFrom(in);
    long overflowCount = in.readLong();
    SparseCounts buckets = new SparseCounts();
    long inGrid = 0;
    long index = -1;
    for (long left = Varint.read(in); left > 0; left--) {
      long step = Varint.read(in);
      long count = Varint.read(in);
      index += step;
      if (step < 1 || step > Grid.LENGTH || index >= Grid.LENGTH || count < 1) {
        throw new IOException(
            "Cannot read distribution: bucket %d with count %d (damaged bytes)"
                .formatted(index, count));
      }
      buckets.add((int) index, count);
      inGrid += count;
    }
    if (storedPerGridUnit < 1 || inGrid + overflowCount != tally.count()) {
      throw new IOException(
          "Cannot read distribution: %d values in buckets, %d beyond, %d in all (damaged bytes)"
              .formatted(inGrid, overflowCount, tally.count()));
    }
    return new Distribution(storedPerGridUnit, tally, buckets, overflowCount);
  }

  /**
   * Returns the buckets in HdrHistogram's standard V2 encoding, uncompressed, in grid units; any
   * HdrHistogram library can decode it. It contains neither overflow nor the exact figures.
   */
  public byte[] toHdrHistogramBytes() {
    return HdrHistogramBytes.encode(buckets);
  }

  /**
   * Returns the distribution with buckets that {@link #toHdrHistogramBytes} wrote and the exact
   * figures that were stored with them. Values missing from the buckets are overflow.
   *
   * @throws IllegalArgumentException if the bytes are not a histogram on this grid, or contain more
   *     values than the exact figures
   */
  public static Distribution fromHdrHistogramBytes(
      byte[] bytes, int storedPerGridUnit, Tally exact) {
    Distribution distribution = new Distribution(storedPerGridUnit);
    long inGrid = HdrHistogramBytes.decodeInto(bytes, distribution.buckets);
    if (inGrid > exact.count()) {
      throw new IllegalArgumentException(
          "Invalid histogram: %d values in buckets, %d in all (no more than all)"
              .formatted(inGrid, exact.count()));
    }
    distribution.tally.merge(exact);
    distribution.overflowCount = exact.count() - inGrid;
    return distribution;
  }

  /** The buckets in order with their ranks, sorted once for many percentiles. */
  private final class RankedBuckets {
    private final int[] indexes = buckets.indexes();

    /** The number of values up to and including each bucket. */
    private final long[] cumulative = new long[indexes.length];

    RankedBuckets() {
      long rank = 0;
      for (int i = 0; i < indexes.length; i++) {
        rank += buckets.count(indexes[i]);
        cumulative[i] = rank;
      }
    }

    double percentile(double q) {
      if (isEmpty()) {
        return Double.NaN;
      }
      return Percentiles.atRank(q, count(), this::valueAt);
    }

    /** Estimates the value of a rank, counted from 0. */
    private double valueAt(long rank) {
      if (rank == 0) {
        return min();
      }
      if (rank == count() - 1) {
        return max();
      }
      int i = firstAbove(rank);
      if (i == indexes.length) {
        return max();
      }
      long inBucket = buckets.count(indexes[i]);
      double positionInBucket = (rank - (cumulative[i] - inBucket) + 0.5) / inBucket;
      double width = Grid.widthOf(indexes[i]) - 1;
      double gridValue = Grid.lowestValueOf(indexes[i]) + width * positionInBucket;
      return Math.max((double) min(), Math.min((double) max(), gridValue * storedPerGridUnit));
    }

    /** Returns the first bucket whose cumulative count exceeds the rank. */
    private int firstAbove(long rank) {
      int found = Arrays.binarySearch(cumulative, rank + 1);
      return found >= 0 ? found : -found - 1;
    }
  }
}
