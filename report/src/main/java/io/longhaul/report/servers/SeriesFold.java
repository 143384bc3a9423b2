package io.longhaul.report.servers;

import io.longhaul.export.ServerSampleRow;
import io.longhaul.sinks.servers.SeriesId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Aggregates the readings of one series into AIPerf's statistics. Readings arrive in order of time:
 * first those before the window, then those in it. For one thread.
 */
abstract class SeriesFold {
  static final double NANOS_PER_SECOND = 1e9;

  private final SeriesId id;
  private final SeriesBudget budget;
  private String help = "";

  SeriesFold(SeriesId id, SeriesBudget budget) {
    this.id = id;
    this.budget = budget;
  }

  SeriesId id() {
    return id;
  }

  SeriesBudget budget() {
    return budget;
  }

  /** Sets the description of the metric on the page. */
  void describe(String text) {
    help = text;
  }

  /** Returns the figures of the series, with the slices if there is memory for all slices. */
  SeriesFigures figures(
      Map<String, Number> statistics, Map<String, Long> buckets, List<SeriesSlice> slices) {
    return new SeriesFigures(
        id, help, statistics, buckets, budget.keepsSlices() ? List.copyOf(slices) : List.of());
  }

  /**
   * Adds a reading before the window.
   *
   * @return whether it differs from the previous one
   */
  abstract boolean before(ServerSampleRow row);

  /**
   * Adds a reading in the window.
   *
   * @param grid slices of the page
   * @return whether it differs from the previous one
   */
  abstract boolean in(ServerSampleRow row, SliceGrid grid);

  /** Returns the figures; empty if there was no reading in the window. */
  abstract Optional<SeriesFigures> finish(long windowEndEpochNanos);
}
