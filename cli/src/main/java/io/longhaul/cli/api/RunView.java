package io.longhaul.cli.api;

import io.longhaul.cli.coordinator.LiveLane;
import io.longhaul.cli.coordinator.LiveSlices;
import io.longhaul.cli.coordinator.RunListener;
import java.util.List;
import java.util.function.Supplier;

/** Who is shown a run while it goes on; none of it takes time. */
public interface RunView extends AutoCloseable {
  /** Nobody looks. */
  RunView NOBODY = new RunView() {};

  /** Hears how far the run is. */
  default RunListener listener() {
    return RunListener.NONE;
  }

  /**
   * From now on generators can be asked.
   *
   * @param lanes what they said of themselves lately; asked by another thread
   * @param slices tells the finished ones
   */
  default void follow(Supplier<List<LiveLane>> lanes, LiveSlices slices) {}

  /**
   * From now on somebody who wants the run to stop does this.
   *
   * @param stop called by another thread, any number of times
   */
  default void stoppedBy(Runnable stop) {}

  /**
   * A page of a server's metrics was read.
   *
   * @param payload a {@code ServerSample} as it goes over the wire
   */
  default void serverSampled(byte[] payload) {}

  /** The documents of the run are written. */
  default void resultsExported() {}

  /** Stays for a moment when the documents are written, so that those who look see the end. */
  default void linger() throws InterruptedException {}

  /** Stays no longer. Any thread. */
  default void endLingering() {}

  @Override
  default void close() {}
}
