package io.longhaul.metrics.stats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * Exact count, sum, sum of squares, minimum and maximum, independent of the order of additions.
 * Values are in stored units and may be negative. The sum has 128 bits and the sum of squares 192,
 * which 2^63 values of any size cannot overflow.
 *
 * <p>Mutable; belongs to one thread at a time.
 */
public final class Tally {
  private static final BigInteger LOW_64_BITS =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private long count;
  private long sumHigh;
  private long sumLow;
  private long squaresHigh;
  private long squaresMiddle;
  private long squaresLow;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  /**
   * Creates a tally from its stored values, as in a row.
   *
   * @param min ignored if the count is 0, like {@code max}
   */
  public static Tally of(long count, BigInteger sum, BigInteger sumOfSquares, long min, long max) {
    Tally tally = new Tally();
    if (count > 0) {
      tally.count = count;
      tally.min = min;
      tally.max = max;
      tally.addToSum(sum.shiftRight(64).longValueExact(), sum.longValue());
      tally.addToSquares(
          sumOfSquares.shiftRight(128).longValueExact(),
          sumOfSquares.shiftRight(64).longValue(),
          sumOfSquares.longValue());
    }
    return tally;
  }

  /** Adds one value. */
  public void add(long value) {
    count++;
    min = Math.min(min, value);
    max = Math.max(max, value);
    addToSum(value >> 63, value);
    addToSquares(0, Math.multiplyHigh(value, value), value * value);
  }

  /** Adds all values of another tally. */
  public void merge(Tally other) {
    count += other.count;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    addToSum(other.sumHigh, other.sumLow);
    addToSquares(other.squaresHigh, other.squaresMiddle, other.squaresLow);
  }

  private void addToSum(long high, long low) {
    sumLow += low;
    sumHigh += high + carry(sumLow, low);
  }

  private void addToSquares(long high, long middle, long low) {
    squaresLow += low;
    long carry = carry(squaresLow, low);
    squaresMiddle += carry;
    long carryOfCarry = carry(squaresMiddle, carry);
    squaresMiddle += middle;
    squaresHigh += high + carryOfCarry + carry(squaresMiddle, middle);
  }

  /** Returns 1 if the unsigned sum to which {@code addend} was added has overflowed. */
  private static long carry(long sum, long addend) {
    return Long.compareUnsigned(sum, addend) < 0 ? 1 : 0;
  }

  public long count() {
    return count;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** Returns the minimum; must not be called on an empty tally. */
  public long min() {
    return min;
  }

  /** Returns the maximum; must not be called on an empty tally. */
  public long max() {
    return max;
  }

  /** Returns the exact sum. */
  public BigInteger sum() {
    return integerOf(sumHigh, sumLow);
  }

  /** Returns the exact sum of the squares. */
  public BigInteger sumOfSquares() {
    return integerOf(squaresHigh, squaresMiddle, squaresLow);
  }

  /** Returns the mean in stored units; NaN if empty. */
  public double mean() {
    return isEmpty() ? Double.NaN : quotient(sum(), BigInteger.valueOf(count));
  }

  /**
   * Returns the standard deviation in stored units, computed from exact sums, so that no digit is
   * lost to cancellation.
   *
   * @param deltaDegreesOfFreedom 0 for the population, 1 for a sample; a sample of one has 0
   */
  public double standardDeviation(int deltaDegreesOfFreedom) {
    if (isEmpty()) {
      return Double.NaN;
    }
    if (count <= deltaDegreesOfFreedom) {
      return 0;
    }
    BigInteger n = BigInteger.valueOf(count);
    BigInteger numerator = n.multiply(sumOfSquares()).subtract(sum().pow(2));
    BigInteger denominator = n.multiply(BigInteger.valueOf(count - deltaDegreesOfFreedom));
    return Math.sqrt(quotient(numerator, denominator));
  }

  private static double quotient(BigInteger numerator, BigInteger denominator) {
    return new BigDecimal(numerator)
        .divide(new BigDecimal(denominator), MathContext.DECIMAL128)
        .doubleValue();
  }

  private static BigInteger integerOf(long high, long... lower) {
    BigInteger value = BigInteger.valueOf(high);
    for (long part : lower) {
      value = value.shiftLeft(64).or(BigInteger.valueOf(part).and(LOW_64_BITS));
    }
    return value;
  }

  /** Returns an independent copy. */
  public Tally copy() {
    Tally copy = new Tally();
    copy.merge(this);
    return copy;
  }

  /** Writes 64 bytes: count, min, max, sum (high, low), squares (high, middle, low). */
  public void writeTo(DataOutput out) throws IOException {
    out.writeLong(count);
    out.writeLong(min);
    out.writeLong(max);
    out.writeLong(sumHigh);
    out.writeLong(sumLow);
    out.writeLong(squaresHigh);
    out.writeLong(squaresMiddle);
    out.writeLong(squaresLow);
  }

  /** Reads what {@link #writeTo} wrote. */
  public static Tally readFrom(DataInput in) throws IOException {
    Tally tally = new Tally();
    tally.count = in.readLong();
    tally.min = in.readLong();
    tally.max = in.readLong();
    tally.sumHigh = in.readLong();
    tally.sumLow = in.readLong();
    tally.squaresHigh = in.readLong();
    tally.squaresMiddle = in.readLong();
    tally.squaresLow = in.readLong();
    if (tally.count < 0) {
      throw new IOException("Cannot read tally: count " + tally.count + " (damaged bytes)");
    }
    return tally;
  }
}
