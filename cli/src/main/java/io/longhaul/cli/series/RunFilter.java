package io.longhaul.cli.series;

import java.io.IOException;
import java.util.List;

/** Decides before each run of a series whether to execute it; called on the series' thread. */
@FunctionalInterface
interface RunFilter {
  /** Executes all runs. */
  RunFilter NONE = (next, ended) -> true;

  /**
   * Returns whether to execute a run.
   *
   * @param ended all finished runs
   */
  boolean wants(PlannedRun next, List<FinishedRun> ended) throws IOException;
}
