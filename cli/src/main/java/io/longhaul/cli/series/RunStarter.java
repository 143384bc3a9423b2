package io.longhaul.cli.series;

import io.longhaul.cli.options.SeriesPlace;
import java.io.IOException;

/** Starts the runs of a series. */
@FunctionalInterface
public interface RunStarter {
  /**
   * Starts one.
   *
   * @throws IOException when there is no process for it
   */
  StartedRun start(PlannedRun run, SeriesPlace place) throws IOException;
}
