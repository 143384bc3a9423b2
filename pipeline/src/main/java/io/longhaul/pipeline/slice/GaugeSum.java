package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.state.GaugeSumState;

/**
 * A gauge, weighted by time. The sum is a floating-point number. Values are added in the order of
 * the lane, then of slices and lanes, so that every replay yields the same sum.
 */
public final class GaugeSum {
  private double valueNanos;
  private long observedNanos;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  /** Adds a value that the gauge had for some time. */
  void hold(double value, long nanos) {
    valueNanos += value * nanos;
    observedNanos += nanos;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  void add(GaugeSum next) {
    valueNanos += next.valueNanos;
    observedNanos += next.observedNanos;
    min = Math.min(min, next.min);
    max = Math.max(max, next.max);
  }

  public boolean isEmpty() {
    return observedNanos == 0;
  }

  public long observedNanos() {
    return observedNanos;
  }

  public double mean() {
    return valueNanos / observedNanos;
  }

  public double min() {
    return min;
  }

  public double max() {
    return max;
  }

  GaugeSumState toState() {
    return new GaugeSumState(valueNanos, observedNanos, min, max);
  }

  static GaugeSum ofState(GaugeSumState stored) {
    GaugeSum sum = new GaugeSum();
    sum.valueNanos = stored.getValueNs();
    sum.observedNanos = stored.getObservedNs();
    sum.min = stored.getMin();
    sum.max = stored.getMax();
    return sum;
  }

  GaugeSum copy() {
    GaugeSum copy = new GaugeSum();
    copy.valueNanos = valueNanos;
    copy.observedNanos = observedNanos;
    copy.min = min;
    copy.max = max;
    return copy;
  }
}
