package io.longhaul.metrics.stats;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Integer division that rounds half-even, once. */
public final class FixedPoint {
  private FixedPoint() {}

  /**
   * Returns {@code numerator / denominator}.
   *
   * @param denominator greater than 0
   */
  public static long divide(long numerator, long denominator) {
    long quotient = Math.floorDiv(numerator, denominator);
    long remainder = numerator - quotient * denominator;
    long missing = denominator - remainder;
    boolean up = remainder > missing || (remainder == missing && (quotient & 1) == 1);
    return up ? quotient + 1 : quotient;
  }

  /**
   * Returns {@code numerator * scale / denominator} without overflow of the product. A result
   * beyond 64 bits becomes {@code ±Long.MAX_VALUE}; no quotient of real timestamps is that large.
   *
   * @param scale greater than 0
   * @param denominator greater than 0
   */
  public static long scaledRatio(long numerator, long scale, long denominator) {
    long low = numerator * scale;
    boolean fits = Math.multiplyHigh(numerator, scale) == low >> 63;
    return fits ? divide(low, denominator) : longRatio(numerator, scale, denominator);
  }

  private static long longRatio(long numerator, long scale, long denominator) {
    BigInteger quotient =
        new BigDecimal(BigInteger.valueOf(numerator).multiply(BigInteger.valueOf(scale)))
            .divide(BigDecimal.valueOf(denominator), 0, RoundingMode.HALF_EVEN)
            .toBigInteger();
    if (quotient.bitLength() > 63) {
      return quotient.signum() > 0 ? Long.MAX_VALUE : -Long.MAX_VALUE;
    }
    return quotient.longValue();
  }
}
