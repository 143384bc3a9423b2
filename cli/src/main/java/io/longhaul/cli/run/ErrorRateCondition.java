package io.longhaul.cli.run;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.stats.NumberText;
import io.longhaul.report.figures.SliceFigures;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;

/**
 * Stop condition on the error rate over the newest finished slices of a run, with failures as
 * defined by {@code request_error_rate}. Evaluated with each slice once enough requests have ended
 * in these slices. Not thread-safe.
 */
public final class ErrorRateCondition {
  /** With fewer requests the rate is not evaluated; AIPerf has the same minimum. */
  static final long MIN_REQUESTS = 10;

  private static final double PERCENT = 100;

  private final double limit;
  private final int slices;
  private final Deque<SliceCounts> newest = new ArrayDeque<>();

  private record SliceCounts(long slice, long failed, long completed) {}

  /**
   * @param limit maximum error rate, from 0 to 1
   * @param slices number of newest slices over which the rate is computed
   */
  public ErrorRateCondition(double limit, int slices) {
    this.limit = limit;
    this.slices = slices;
  }

  /**
   * Adds the next finished slice.
   *
   * @return the condition in words if the error rate exceeds the limit now
   */
  public Optional<String> onSlice(SliceRow slice) {
    long failed = SliceFigures.errors(slice);
    newest.add(new SliceCounts(slice.getSliceIndex(), failed, failed + slice.getValidRequests()));
    if (newest.size() > slices) {
      newest.remove();
    }
    return evaluate();
  }

  private Optional<String> evaluate() {
    long failed = newest.stream().mapToLong(SliceCounts::failed).sum();
    long completed = newest.stream().mapToLong(SliceCounts::completed).sum();
    if (completed < MIN_REQUESTS || failed <= limit * completed) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%,d of %,d requests failed in %s, more than %s %%",
            failed,
            completed,
            sliceRange(),
            NumberText.grouped(PERCENT * limit)));
  }

  private String sliceRange() {
    long first = newest.getFirst().slice();
    long last = newest.getLast().slice();
    return first == last ? "slice " + first : "slices " + first + " to " + last;
  }
}
