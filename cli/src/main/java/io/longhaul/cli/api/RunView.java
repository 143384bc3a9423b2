package io.longhaul.cli.api;

import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.control.coordinator.LiveSlices;
import io.longhaul.control.coordinator.MarkRefusedException;
import io.longhaul.control.coordinator.RunListener;
import io.longhaul.report.figures.LiveStability;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import io.longhaul.wire.ServerSample;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A view of a run in progress. The run's threads call the methods in this order, each at most once
 * unless stated otherwise, and those of {@link RunListener} meanwhile. Only {@link
 * #resultsExported}, {@link #linger} and {@link #close} may block, after the measurement.
 *
 * <pre>
 *   onStopRequest · onMark · follow ─▶ resultsExported, or failed, or neither ─▶ linger
 *     ─▶ isStopRequested ─▶ close
 * </pre>
 */
public interface RunView extends RunListener, AutoCloseable {
  /** No view. */
  RunView NONE = new RunView() {};

  /**
   * Sets the sources of live figures.
   *
   * @param lanes supplies the generators' current state; called on another thread
   * @param slices the finished slices
   */
  default void follow(Supplier<List<LiveLane>> lanes, LiveSlices slices) {}

  /**
   * Sets the action for stop requests of the view.
   *
   * @param stop called on another thread, any number of times
   */
  default void onStopRequest(Runnable stop) {}

  /** Adds marks to the run. */
  @FunctionalInterface
  interface Marking {
    /**
     * Adds a mark at the current time, and reports it to the listeners of the run.
     *
     * @throws IllegalArgumentException if the text is invalid
     * @throws MarkRefusedException if the run cannot take a mark now
     */
    Mark add(String text, MarkSource addedBy) throws MarkRefusedException;
  }

  /**
   * Sets the action for marks that users of the view add.
   *
   * @param marking called on another thread, any number of times
   */
  default void onMark(Marking marking) {}

  /**
   * Reports a sample of a GPU. Thread-safe; called any number of times during the run.
   *
   * @param sample the latest sample of this GPU
   */
  default void gpuSampled(GpuSample sample) {}

  /**
   * Reports a scrape of a server's metrics page. Thread-safe; called any number of times during the
   * run.
   *
   * @param sample a scrape, or a part of a long one
   */
  default void serverSampled(ServerSample sample) {}

  /**
   * Reports the verdicts on the stability of the figures after a finished slice, before the slice
   * itself. Thread-safe.
   */
  default void judged(LiveStability.Judgement judgement) {}

  /**
   * Returns the metrics of the run, until the view is closed; empty if the view collects none. It
   * may be called at any time.
   */
  default Optional<MetricsSource> metrics() {
    return Optional.empty();
  }

  /** Reports that the documents of the run are written; may read the summary before it returns. */
  default void resultsExported() {}

  /** Reports that the run has failed and writes no documents. */
  default void failed(String because) {}

  /**
   * Waits some seconds after the documents are written or the run has failed, so that clients see
   * the end, and longer for responses in progress.
   */
  default void linger() throws InterruptedException {}

  /** Ends {@link #linger}. Thread-safe; called any number of times. */
  default void stopLingering() {}

  /** Returns whether a client has requested a stop at any time. Thread-safe. */
  default boolean isStopRequested() {
    return false;
  }

  @Override
  default void close() {}
}
