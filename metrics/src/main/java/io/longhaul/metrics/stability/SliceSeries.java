package io.longhaul.metrics.stability;

import java.util.Arrays;

/** One figure per slice, from the first slice of a run on. A slice without a value is a gap. */
public final class SliceSeries {
  private final double sliceSeconds;
  private final double[] values;

  /**
   * @param sliceSeconds length of a slice in seconds
   * @param values one per slice; NaN for a gap, such as a slice that cannot be trusted
   */
  public SliceSeries(double sliceSeconds, double[] values) {
    if (!(sliceSeconds > 0)) {
      throw new IllegalArgumentException(
          "Invalid slice length: " + sliceSeconds + " (seconds, more than 0)");
    }
    this.sliceSeconds = sliceSeconds;
    this.values = values.clone();
  }

  /** Returns the length of a slice in seconds. */
  public double sliceSeconds() {
    return sliceSeconds;
  }

  /** Returns a copy of the values; NaN for a gap. */
  public double[] values() {
    return values.clone();
  }

  /** Returns the number of slices with a value. */
  public int known() {
    return (int) Arrays.stream(values).filter(value -> !Double.isNaN(value)).count();
  }
}
