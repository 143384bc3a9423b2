package io.longhaul.cli.series;

import io.longhaul.cli.api.SeriesLiveView;
import io.longhaul.config.value.SeriesPosition;
import java.io.Closeable;
import java.io.IOException;

/** Starts the runs of a series as child processes, which have their live view at one address. */
public final class RunProcesses implements RunStarter, Closeable {
  private final String mainClass;
  private final SeriesLiveView liveView = SeriesLiveView.open();

  /**
   * Reserves the address of the live view.
   *
   * @param mainClass main class that reads the address and an {@link ArgumentsLine}, and executes
   *     the line; its argument is the run's label, which is visible in process listings
   */
  public RunProcesses(Class<?> mainClass) {
    this.mainClass = mainClass.getName();
  }

  @Override
  public StartedRun start(PlannedRun run, SeriesPosition place) throws IOException {
    return RunProcess.start(mainClass, run, place, liveView.address());
  }

  /** Releases the address of the live view; runs that have started are not affected. */
  @Override
  public void close() {
    liveView.close();
  }
}
