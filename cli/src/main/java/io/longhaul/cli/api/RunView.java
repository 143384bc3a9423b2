package io.longhaul.cli.api;

import io.longhaul.cli.coordinator.LiveLane;
import io.longhaul.cli.coordinator.LiveSlices;
import io.longhaul.cli.coordinator.RunListener;
import java.util.List;
import java.util.function.Supplier;

/**
 * Who is shown a run while it goes on. Called by the run's own threads in this order, each method
 * at most once unless said otherwise; only {@link #resultsExported}, {@link #linger} and {@link
 * #close} take time, when nothing is measured any more.
 *
 * <pre>
 *   listener · stoppedBy · follow ─▶ resultsExported, or failed, or neither ─▶ linger
 *     ─▶ wasAskedToStop ─▶ close
 * </pre>
 */
public interface RunView extends AutoCloseable {
  /** Nobody looks. */
  RunView NONE = new RunView() {};

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
  default void onStopRequest(Runnable stop) {}

  /**
   * A page of a server's metrics was read. Any thread, any number of times, while the run goes on.
   *
   * @param payload a {@code ServerSample} as it goes over the wire
   */
  default void serverSampled(byte[] payload) {}

  /** The documents of the run are written; may read the summary back before it returns. */
  default void resultsExported() {}

  /** The run has failed: there will be no documents. */
  default void failed(String because) {}

  /**
   * Stays for some seconds when the documents are written or the run has failed, so that those who
   * look see the end, and longer for those who are still taking an answer.
   */
  default void linger() throws InterruptedException {}

  /** Stays no longer for anybody. Any thread, any number of times. */
  default void stopLingering() {}

  /** Whether somebody who looks has asked for an end, at any time. Any thread. */
  default boolean isStopRequested() {
    return false;
  }

  @Override
  default void close() {}
}
