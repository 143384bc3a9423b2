package io.longhaul.sinks.report;

import io.longhaul.export.SliceRow;
import java.util.List;

/**
 * The figures of a run from its finished slices, while it goes on: for views, never for results.
 * Counts are exact, percentiles come from buckets, and rates divide by the time that the slices
 * cover. It does not grow with the run. For one thread.
 */
public final class LiveTotals {
  private final MergedSlices merged = new MergedSlices();
  private long slices;

  /** Of all slices until now; null when it has to be made anew. */
  private SliceRow totals;

  /** Adds a finished slice, which stays as it is; each once, in any order. */
  public void add(SliceRow slice) {
    merged.add(slice);
    slices++;
    totals = null;
  }

  /** How many there are. */
  public long slices() {
    return slices;
  }

  /** Requests that ended well and are valid. */
  public long validRequests() {
    return slices == 0 ? 0 : totals().getValidRequests();
  }

  /** Failures, as everywhere. */
  public long errors() {
    return slices == 0 ? 0 : SliceFigures.errors(totals());
  }

  /** Requests that the client itself gave up. */
  public long cancelled() {
    return slices == 0 ? 0 : totals().getCancelled();
  }

  /** What AIPerf would tell of them, by tag. */
  public List<AiperfResult> results() {
    return slices == 0
        ? List.of()
        : AiperfResult.of(MergedStatistics.of(totals(), totals().getCoveredNs()));
  }

  private SliceRow totals() {
    if (totals == null) {
      totals = merged.totals();
    }
    return totals;
  }
}
