package io.longhaul.cli.coordinator;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.stats.NumberText;
import io.longhaul.sinks.report.SliceFigures;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;

/**
 * The share of failed requests over the newest finished slices of a run, as {@code
 * request_error_rate} defines a failure. It is judged with each slice, over as many of the newest
 * as it may see, once enough requests ended in them. For one thread.
 */
public final class ErrorRateCondition {
  /** Fewer requests than this make no share; AIPerf has the same bound. */
  static final long MIN_REQUESTS = 10;

  private static final double PERCENT = 100;

  private final double limit;
  private final int slices;
  private final Deque<SliceCounts> newest = new ArrayDeque<>();

  private record SliceCounts(long slice, long failed, long completed) {}

  /**
   * @param bound a greater share is too much, from 0 to 1
   * @param slices over so many of the newest slices
   */
  public ErrorRateCondition(double limit, int slices) {
    this.limit = limit;
    this.slices = slices;
  }

  /**
   * Takes the next finished slice.
   *
   * @return what to say when the share is too great now
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
