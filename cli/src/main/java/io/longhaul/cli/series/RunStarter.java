package io.longhaul.cli.series;

import io.longhaul.cli.options.SeriesPosition;
import java.io.IOException;

/** Starts the runs of a series. */
@FunctionalInterface
public interface RunStarter {
  /**
   * Starts one.
   *
   * @throws IOException when there is no process for it
   */
  StartedRun start(PlannedRun run, SeriesPosition place) throws IOException;
}
