package io.longhaul.report.figures;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.Distribution;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run in progress, computed from its finished slices: for live views, never for
 * results. Counts are exact, percentiles come from buckets, and rates divide by the time that the
 * slices cover. Memory does not grow with the run. For one thread.
 */
public final class LiveTotals {
  private final MergedSlices merged = new MergedSlices();
  private long slices;

  /** The statistics of all slices so far; null if they must be recomputed. */
  private @Nullable SliceRow totals;

  /** Adds a finished slice, which is not changed; each slice once, in any order. */
  public void add(SliceRow slice) {
    merged.add(slice);
    slices++;
    totals = null;
  }

  /** Returns the number of slices. */
  public long slices() {
    return slices;
  }

  /** Returns the number of valid requests. */
  public long validRequests() {
    return slices == 0 ? 0 : totals().getValidRequests();
  }

  /** Returns the number of failed requests. */
  public long errors() {
    return slices == 0 ? 0 : SliceFigures.errors(totals());
  }

  /** Returns the number of requests that the client cancelled. */
  public long cancelled() {
    return slices == 0 ? 0 : totals().getCancelled();
  }

  /** Returns the metrics that AIPerf would export, by tag. */
  public List<AiperfResult> results() {
    return slices == 0
        ? List.of()
        : AiperfResult.of(SliceFigures.statistics(totals(), totals().getCoveredNs()));
  }

  /** Returns the totals of all slices so far; empty before the first one. */
  public Optional<SliceRow> row() {
    return slices == 0 ? Optional.empty() : Optional.of(totals());
  }

  /**
   * Returns the distribution of a metric over all slices so far, to which the next slice is added;
   * empty if there are no values.
   */
  public Optional<Distribution> distribution(Metric metric) {
    return merged.distribution(metric);
  }

  private SliceRow totals() {
    SliceRow newest = totals == null ? merged.totals() : totals;
    totals = newest;
    return newest;
  }
}
