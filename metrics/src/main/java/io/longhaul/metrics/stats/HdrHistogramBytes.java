package io.longhaul.metrics.stats;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The grid's counts as HdrHistogram's own bytes, by HdrHistogram's own code. */
final class HdrHistogramBytes {
  private HdrHistogramBytes() {}

  static byte[] encode(SparseCounts counts) {
    Histogram histogram = new Histogram(1, Grid.MAX_VALUE, Grid.SIGNIFICANT_DIGITS);
    for (int index : counts.indexes()) {
      histogram.recordValueWithCount(Grid.lowestValueOf(index), counts.count(index));
    }
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(buffer);
    return Arrays.copyOf(buffer.array(), length);
  }

  /** Adds the counts of a histogram; returns how many values it holds. */
  static long decodeInto(byte[] bytes, SparseCounts counts) {
    Histogram histogram = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0);
    if (histogram.getLowestDiscernibleValue() != 1
        || histogram.getHighestTrackableValue() != Grid.MAX_VALUE
        || histogram.getNumberOfSignificantValueDigits() != Grid.SIGNIFICANT_DIGITS) {
      throw new IllegalArgumentException(
          "Invalid histogram: %d to %d with %d digits (1 to %d with %d)"
              .formatted(
                  histogram.getLowestDiscernibleValue(),
                  histogram.getHighestTrackableValue(),
                  histogram.getNumberOfSignificantValueDigits(),
                  Grid.MAX_VALUE,
                  Grid.SIGNIFICANT_DIGITS));
    }
    for (HistogramIterationValue step : histogram.recordedValues()) {
      counts.add(Grid.indexOf(step.getValueIteratedTo()), step.getCountAtValueIteratedTo());
    }
    return histogram.getTotalCount();
  }
}
