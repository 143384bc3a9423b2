package io.longhaul.metrics.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DistributionTest {
  @Test
  void countsAgreeWithHdrHistogram() {
    SplittableRandom random = new SplittableRandom(1);
    Distribution ours = new Distribution(1);
    Histogram theirs = new Histogram(1, Grid.MAX_VALUE, 3);
    for (int i = 0; i < 10_000; i++) {
      long value = random.nextLong(Grid.MAX_VALUE) >>> random.nextInt(46);
      ours.add(value);
      theirs.recordValue(value);
    }
    Histogram decoded =
        Histogram.decodeFromByteBuffer(java.nio.ByteBuffer.wrap(ours.toHdrHistogramBytes()), 0);
    assertThat(decoded).isEqualTo(theirs);
  }
}
