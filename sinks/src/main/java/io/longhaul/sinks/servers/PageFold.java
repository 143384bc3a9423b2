package io.longhaul.sinks.servers;

import static java.util.Objects.requireNonNull;

import io.longhaul.metrics.stats.Percentiles;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Aggregates the scrapes of one page, in order of time. For one thread. */
final class PageFold {
  private static final int MEDIAN = 50;

  private final String url;
  private final long startEpochNanos;
  private final long sliceNanos;
  private @Nullable SliceGrid grid;
  private long scrapes;
  private long firstAt;
  private long at;
  private long series;
  private long seriesBefore;
  private boolean changed;
  private double latencyNanos;
  private long updates;
  private long firstUpdateAt;
  private long lastUpdateAt;
  private double[] updateIntervals = new double[16];

  PageFold(String url, long startEpochNanos, long sliceNanos) {
    this.url = url;
    this.startEpochNanos = startEpochNanos;
    this.sliceNanos = sliceNanos;
  }

  /**
   * Adds a row of the page, which belongs to the same scrape as the previous row or to the next.
   */
  void reading(long atEpochNanos, long uncertaintyNanos) {
    if (scrapes > 0 && atEpochNanos == at) {
      series++;
      return;
    }
    endScrape();
    if (scrapes == 0) {
      firstAt = atEpochNanos;
    }
    scrapes++;
    latencyNanos += 2.0 * uncertaintyNanos;
    at = atEpochNanos;
    series = 1;
    if (grid == null && isInWindow()) {
      grid = new SliceGrid(at, sliceNanos);
    }
  }

  boolean isInWindow() {
    return at >= startEpochNanos;
  }

  /** Returns the slices of the page; may be called only within the window. */
  SliceGrid grid() {
    return requireNonNull(grid);
  }

  /** Returns the time of the newest scrape. */
  long lastAt() {
    return at;
  }

  /** Marks the scrape as an update. */
  void changed() {
    changed = true;
  }

  private void endScrape() {
    if (scrapes == 0) {
      return;
    }
    if (changed || series != seriesBefore) {
      if (updates == 0) {
        firstUpdateAt = at;
      } else {
        addInterval((double) (at - lastUpdateAt));
      }
      lastUpdateAt = at;
      updates++;
    }
    seriesBefore = series;
    changed = false;
  }

  private void addInterval(double nanos) {
    int intervals = (int) updates - 1;
    if (intervals == updateIntervals.length) {
      updateIntervals = Arrays.copyOf(updateIntervals, 2 * intervals);
    }
    updateIntervals[intervals] = nanos;
  }

  PageFigures finish() {
    endScrape();
    double[] intervals = Arrays.copyOf(updateIntervals, (int) Math.max(updates - 1, 0));
    Arrays.sort(intervals);
    return new PageFigures(
        url,
        grid == null ? 0 : grid.startEpochNanos(),
        at,
        scrapes,
        firstAt,
        at,
        latencyNanos / scrapes,
        updates,
        firstUpdateAt,
        lastUpdateAt,
        intervals.length == 0 ? Double.NaN : Percentiles.ofSorted(MEDIAN, intervals));
  }
}
