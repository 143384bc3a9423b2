package io.longhaul.report.html;

import io.longhaul.report.figures.RunReport;

/**
 * The points of all time charts: each covers the same number of slices.
 *
 * @param count number of points
 * @param slicesPerBucket number of slices of each point; the last one may cover fewer
 * @param bucketSeconds length of each point
 * @param endSeconds end of the last slice, in seconds since the start of the run
 */
public record TimeBuckets(int count, int slicesPerBucket, double bucketSeconds, double endSeconds) {
  /** Maximum number of points; more than a screen has. */
  static final int MAX_COUNT = 2_000;

  private static final double NANOS_PER_SECOND = 1e9;

  /** Returns the points of a run. */
  public static TimeBuckets of(RunReport report) {
    if (report.slices().isEmpty()) {
      return new TimeBuckets(0, 1, 0, 0);
    }
    var last = report.slices().get(report.slices().size() - 1);
    long slices = last.getSliceIndex() + 1;
    long perBucket = (slices + MAX_COUNT - 1) / MAX_COUNT;
    return new TimeBuckets(
        Math.toIntExact((slices + perBucket - 1) / perBucket),
        Math.toIntExact(perBucket),
        perBucket * (report.run().getSliceDurationNs() / NANOS_PER_SECOND),
        (last.getEndEpochNs() - report.startEpochNanos()) / NANOS_PER_SECOND);
  }

  /** Returns the point that covers a slice. */
  public int indexOf(long slice) {
    return (int) Math.max(0, Math.min(count - 1L, slice / slicesPerBucket));
  }

  /** Returns the start of a point, in seconds since the start of the run. */
  public double startSeconds(int bucket) {
    return bucket * bucketSeconds;
  }

  /** Returns the end of a point; the last one ends with the run. */
  public double endSeconds(int bucket) {
    return Math.min((bucket + 1) * bucketSeconds, endSeconds);
  }
}
