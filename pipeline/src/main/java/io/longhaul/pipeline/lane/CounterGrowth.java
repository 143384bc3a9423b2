package io.longhaul.pipeline.lane;

import java.math.BigInteger;

/**
 * A counter's growth between two samples, in whole units, spread evenly over the time between them.
 * Pieces that adjoin add up exactly.
 */
record CounterGrowth(long fromEpochNanos, long toEpochNanos, long amount) {

  static final CounterGrowth NONE = new CounterGrowth(0, 0, 0);

  /** The piece between two moments within the growth. */
  long between(long from, long to) {
    return upTo(to) - upTo(from);
  }

  private long upTo(long epochNanos) {
    return BigInteger.valueOf(amount)
        .multiply(BigInteger.valueOf(epochNanos - fromEpochNanos))
        .divide(BigInteger.valueOf(toEpochNanos - fromEpochNanos))
        .longValue();
  }
}
