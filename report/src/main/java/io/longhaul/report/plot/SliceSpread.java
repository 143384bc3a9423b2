package io.longhaul.report.plot;

import io.longhaul.report.html.TimeBuckets;

/**
 * The distribution of a metric over the time of a run. Where a step covers several slices, its
 * figures are the means of theirs.
 *
 * @param deviation standard deviation within a slice
 */
record SliceSpread(Course mean, Course deviation, Course p50, Course p95, Course p99) {

  /** Collects the figures of slices. For one thread. */
  static final class Builder {
    private final Course.Means mean;
    private final Course.Means deviation;
    private final Course.Means p50;
    private final Course.Means p95;
    private final Course.Means p99;

    Builder(TimeBuckets buckets) {
      this.mean = new Course.Means(buckets);
      this.deviation = new Course.Means(buckets);
      this.p50 = new Course.Means(buckets);
      this.p95 = new Course.Means(buckets);
      this.p99 = new Course.Means(buckets);
    }

    void add(int step, double avg, double std, double half, double most, double almostAll) {
      mean.add(step, avg);
      deviation.add(step, std);
      p50.add(step, half);
      p95.add(step, most);
      p99.add(step, almostAll);
    }

    SliceSpread build() {
      return new SliceSpread(
          mean.course(), deviation.course(), p50.course(), p95.course(), p99.course());
    }
  }
}
