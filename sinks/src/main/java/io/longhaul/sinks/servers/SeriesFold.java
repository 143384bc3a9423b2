package io.longhaul.sinks.servers;

import io.longhaul.export.ServerSampleRow;
import java.util.Optional;

/**
 * Readings of one series into AIPerf's statistics. They come in the order of time: first those
 * before the window, then those in it. For one thread.
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
   * A reading before the window.
   *
   * @return whether it says something else than the one before
   */
  boolean before(ServerSampleRow row) {
    help = row.getHelp();
    return baseline(row);
  }

  /**
   * A reading in the window.
   *
   * @param grid the page's slices
   * @return whether it says something else than the one before
   */
  boolean in(ServerSampleRow row, SliceGrid grid) {
    help = row.getHelp();
    return read(row, grid);
  }

  abstract boolean baseline(ServerSampleRow row);

  abstract boolean read(ServerSampleRow row, SliceGrid grid);

  /** Empty when there was no reading in the window. */
  abstract Optional<SeriesFigures> finish(long windowEndEpochNanos);
}
