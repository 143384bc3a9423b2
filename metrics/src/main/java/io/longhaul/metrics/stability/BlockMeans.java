package io.longhaul.metrics.stability;

import java.util.Arrays;

/**
 * Means of equally long groups of slices, the blocks, so that a run of any length has at most
 * {@link #MAX_BLOCKS} of them. Blocks without values are left out.
 */
final class BlockMeans {
  static final int MAX_BLOCKS = 600;

  private static final double SECONDS_PER_HOUR = 3600;

  /** Blocks with fewer values than this share of their slices are left out. */
  private static final double LEAST_SHARE = 1.0 / 3;

  private final int slicesPerBlock;
  private final int[] firstSlices;
  private final double[] hours;
  private final double[] means;

  private BlockMeans(int slicesPerBlock, int[] firstSlices, double[] hours, double[] means) {
    this.slicesPerBlock = slicesPerBlock;
    this.firstSlices = firstSlices;
    this.hours = hours;
    this.means = means;
  }

  /**
   * Computes the means.
   *
   * @param values one per slice; NaN for a gap
   * @param from first slice that counts
   */
  static BlockMeans of(double[] values, int from, double sliceSeconds) {
    int slices = values.length - from;
    int perBlock = Math.max(1, (slices + MAX_BLOCKS - 1) / MAX_BLOCKS);
    int blocks = slices / perBlock;
    int[] firstSlices = new int[blocks];
    double[] hours = new double[blocks];
    double[] means = new double[blocks];
    int count = 0;
    for (int block = 0; block < blocks; block++) {
      int first = from + block * perBlock;
      double[] known =
          Arrays.stream(values, first, first + perBlock)
              .filter(value -> !Double.isNaN(value))
              .toArray();
      if (known.length > 0 && known.length >= LEAST_SHARE * perBlock) {
        firstSlices[count] = first;
        hours[count] = (first + perBlock / 2.0) * sliceSeconds / SECONDS_PER_HOUR;
        means[count] = Arrays.stream(known).average().orElseThrow();
        count++;
      }
    }
    return new BlockMeans(
        perBlock,
        Arrays.copyOf(firstSlices, count),
        Arrays.copyOf(hours, count),
        Arrays.copyOf(means, count));
  }

  int count() {
    return means.length;
  }

  int slicesPerBlock() {
    return slicesPerBlock;
  }

  /** Returns the first slice of a block. */
  int firstSlice(int block) {
    return firstSlices[block];
  }

  /** Returns the middle of each block, in hours since the start of the run. */
  double[] hours() {
    return hours;
  }

  double[] means() {
    return means;
  }
}
