package io.longhaul.report.figures;

import io.longhaul.export.SliceRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A long period within a run in which no request was sent or in flight, such as the time until a
 * run continued after a crash.
 *
 * @param fromSeconds since the start of the run
 * @param untilSeconds since the start of the run
 */
public record LoadGap(double fromSeconds, double untilSeconds) {
  private static final int LEAST_SLICES = 3;

  /** Mean intervals between two requests; random arrivals are practically never so far apart. */
  private static final double LEAST_INTERVALS = 30;

  private static final int MOST = 20;
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Finds the gaps between slices.
   *
   * @param slices in order of time; some may be missing
   * @return at most twenty gaps, the longest ones, in order of time
   */
  public static List<LoadGap> between(List<SliceRow> slices, long startEpochNanos) {
    List<SliceRow> withRequests = slices.stream().filter(slice -> !slice.getEmpty()).toList();
    double least = LEAST_INTERVALS * meanInterval(withRequests);
    List<LoadGap> gaps = new ArrayList<>();
    for (int i = 1; i < withRequests.size(); i++) {
      SliceRow before = withRequests.get(i - 1);
      SliceRow after = withRequests.get(i);
      LoadGap gap =
          new LoadGap(
              (before.getEndEpochNs() - startEpochNanos) / NANOS_PER_SECOND,
              (after.getStartEpochNs() - startEpochNanos) / NANOS_PER_SECOND);
      if (after.getSliceIndex() - before.getSliceIndex() > LEAST_SLICES && gap.seconds() >= least) {
        gaps.add(gap);
      }
    }
    return gaps.stream()
        .sorted(Comparator.comparingDouble(LoadGap::seconds).reversed())
        .limit(MOST)
        .sorted(Comparator.comparingDouble(LoadGap::fromSeconds))
        .toList();
  }

  /** Returns the length. */
  public double seconds() {
    return untilSeconds - fromSeconds;
  }

  /** Returns the mean time between two requests in slices with requests, in seconds. */
  private static double meanInterval(List<SliceRow> withRequests) {
    double nanos = withRequests.stream().mapToLong(SliceRow::getCoveredNs).sum();
    return nanos
        / NANOS_PER_SECOND
        / withRequests.stream().mapToLong(SliceRow::getRequestsSent).sum();
  }
}
