package io.longhaul.report.servers;

import static java.util.Objects.requireNonNull;

import io.longhaul.metrics.stats.Percentiles;
import java.util.stream.DoubleStream;
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
  private final DoubleStream.Builder updateIntervals = DoubleStream.builder();

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
        updateIntervals.add((double) (at - lastUpdateAt));
      }
      lastUpdateAt = at;
      updates++;
    }
    seriesBefore = series;
    changed = false;
  }

  PageFigures finish() {
    endScrape();
    double[] intervals = updateIntervals.build().sorted().toArray();
    return new PageFigures(
        url,
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
