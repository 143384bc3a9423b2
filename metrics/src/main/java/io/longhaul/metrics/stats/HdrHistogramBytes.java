package io.longhaul.metrics.stats;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * HdrHistogram's V2 encoding of counts. Encodes the sparse counts directly: HdrHistogram's dense
 * array of 38,000 counts would take about three times as long and produce 600 kB of garbage per
 * metric and slice. Decodes with HdrHistogram's own code.
 */
final class HdrHistogramBytes {
  private static final int V2_COOKIE = 0x1C849313;
  private static final int HEADER_BYTES = 40;

  private HdrHistogramBytes() {}

  static byte[] encode(SparseCounts counts) {
    byte[] payload = encodeCounts(counts);
    return ByteBuffer.allocate(HEADER_BYTES + payload.length)
        .putInt(V2_COOKIE)
        .putInt(payload.length)
        .putInt(0) // Offset of the first index.
        .putInt(Grid.SIGNIFICANT_DIGITS)
        .putLong(1)
        .putLong(Grid.MAX_VALUE)
        .putDouble(1) // Ratio of integers to doubles.
        .put(payload)
        .array();
  }

  /** Encodes the counts up to the last non-zero one; a run of zeros is one negative number. */
  private static byte[] encodeCounts(SparseCounts counts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(4 * counts.size() + 8);
    int next = 0;
    for (int index : counts.indexes()) {
      int zeros = index - next;
      if (zeros > 0) {
        writeZigZag(out, zeros == 1 ? 0 : -zeros);
      }
      writeZigZag(out, counts.count(index));
      next = index + 1;
    }
    if (next == 0) {
      writeZigZag(out, 0);
    }
    return out.toByteArray();
  }

  /** Writes seven bits per byte; the ninth byte has eight, so that 64 bits take nine bytes. */
  private static void writeZigZag(ByteArrayOutputStream out, long value) {
    long rest = (value << 1) ^ (value >> 63);
    for (int bytes = 0; bytes < 8 && (rest & ~0x7FL) != 0; bytes++) {
      out.write((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** Adds the counts of a histogram and returns its number of values. */
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
