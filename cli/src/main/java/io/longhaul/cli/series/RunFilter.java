package io.longhaul.cli.series;

import java.io.IOException;
import java.util.List;

/** Is asked before each run of a series, on its thread. */
@FunctionalInterface
interface RunFilter {
  /** All runs are wanted. */
  RunFilter NONE = (next, ended) -> true;

  /**
   * Whether a run is still wanted.
   *
   * @param ended all that are over
   */
  boolean wants(PlannedRun next, List<FinishedRun> ended) throws IOException;
}
