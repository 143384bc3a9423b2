package io.longhaul.cli.series;

import io.longhaul.cli.options.SeriesPlace;
import java.io.IOException;

/** Starts the runs of a series. */
@FunctionalInterface
public interface RunStarter {
  /**
   * Starts a run.
   *
   * @throws IOException if the process cannot be started
   */
  StartedRun start(PlannedRun run, SeriesPlace place) throws IOException;
}
