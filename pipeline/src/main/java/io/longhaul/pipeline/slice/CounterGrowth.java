package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.state.CounterGrowthState;
import java.math.BigInteger;
import java.util.OptionalLong;

/**
 * The growth of a counter between two samples, in whole units, distributed evenly over the time
 * between them. Adjacent parts add up exactly.
 */
public record CounterGrowth(long fromEpochNanos, long toEpochNanos, long amount) {

  public static final CounterGrowth NONE = new CounterGrowth(0, 0, 0);

  /** Returns the part between two times within the growth. */
  public CounterGrowth between(long from, long to) {
    return new CounterGrowth(from, to, upTo(to) - upTo(from));
  }

  /** Returns whether this and the adjacent next part are both zero. */
  boolean isZeroAndAdjoins(CounterGrowth next) {
    return amount == 0 && next.amount == 0 && toEpochNanos == next.fromEpochNanos;
  }

  /** Returns this and the next part as one. */
  CounterGrowth mergedWith(CounterGrowth next) {
    return new CounterGrowth(fromEpochNanos, next.toEpochNanos, amount + next.amount);
  }

  /** Returns the growth up to a time; empty if the growth starts later. */
  OptionalLong until(long epochNanos) {
    if (epochNanos <= fromEpochNanos) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(epochNanos >= toEpochNanos ? amount : upTo(epochNanos));
  }

  private long upTo(long epochNanos) {
    return BigInteger.valueOf(amount)
        .multiply(BigInteger.valueOf(epochNanos - fromEpochNanos))
        .divide(BigInteger.valueOf(toEpochNanos - fromEpochNanos))
        .longValue();
  }

  CounterGrowthState toState() {
    return new CounterGrowthState(fromEpochNanos, toEpochNanos, amount);
  }

  static CounterGrowth ofState(CounterGrowthState stored) {
    return new CounterGrowth(stored.getFromEpochNs(), stored.getToEpochNs(), stored.getAmount());
  }
}
