package io.longhaul.sinks.servers;

import io.longhaul.export.ServerSampleRow;
import java.util.Optional;

/**
 * Aggregates the readings of one series into AIPerf's statistics. Readings arrive in order of time:
 * first those before the window, then those in it. For one thread.
 */
abstract class SeriesFold {
  static final double NANOS_PER_SECOND = 1e9;

  private final SeriesId id;
  private String help = "";

  SeriesFold(SeriesId id) {
    this.id = id;
  }

  SeriesId id() {
    return id;
  }

  String help() {
    return help;
  }

  /**
   * Adds a reading before the window.
   *
   * @return whether it differs from the previous one
   */
  boolean before(ServerSampleRow row) {
    help = row.getHelp();
    return baseline(row);
  }

  /**
   * Adds a reading in the window.
   *
   * @param grid slices of the page
   * @return whether it differs from the previous one
   */
  boolean in(ServerSampleRow row, SliceGrid grid) {
    help = row.getHelp();
    return read(row, grid);
  }

  abstract boolean baseline(ServerSampleRow row);

  abstract boolean read(ServerSampleRow row, SliceGrid grid);

  /** Returns the figures; empty if there was no reading in the window. */
  abstract Optional<SeriesFigures> finish(long windowEndEpochNanos);
}
