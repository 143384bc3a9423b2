package io.longhaul.cli.series;

import io.longhaul.config.value.SeriesPosition;
import java.io.IOException;

/** Starts the runs of a series. */
@FunctionalInterface
public interface RunStarter {
  /**
   * Starts a run.
   *
   * @throws IOException if the process cannot be started
   */
  StartedRun start(PlannedRun run, SeriesPosition place) throws IOException;
}
