package io.longhaul.cli.series;

import java.io.IOException;
import java.util.List;

/** Is asked before each run of a series, and told after it; on the thread of the series. */
interface SeriesWatch {
  /** All runs are wanted, and nothing is said of them before their end. */
  SeriesWatch NONE = new SeriesWatch() {};

  /** Whether a run is still wanted. */
  default boolean wants(PlannedRun next, List<EndedRun> ended) throws IOException {
    return true;
  }

  /**
   * The last of these is over.
   *
   * @param ended all that are over
   */
  default void runEnded(List<EndedRun> ended) throws IOException {}
}
