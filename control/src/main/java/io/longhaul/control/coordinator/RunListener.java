package io.longhaul.control.coordinator;

import io.longhaul.wire.Mark;
import java.util.function.Consumer;

/**
 * Receives the progress of a run. The coordinator's thread calls the methods in this order, each at
 * most once unless stated otherwise. Implementations must not block.
 */
public interface RunListener {
  /**
   * Receives an event as a call of one of the methods below. An implementation that runs on another
   * thread overrides only this method.
   */
  default void dispatch(Consumer<RunListener> event) {
    event.accept(this);
  }

  /** All generators are present; they build prompts and run the rehearsal. */
  default void generatorsPresent(int generators) {}

  /** All generators are ready. */
  default void generatorsReady() {}

  /** The load starts when the job has read the first record of this run. */
  default void awaitingJob() {}

  default void warmupStarted() {}

  /** The start of the run is announced for this time. */
  default void starting(long runStartEpochNanos) {}

  /** Reports a warning of one line; called any number of times, at any time. */
  default void warned(String warning) {}

  /** Reports a mark of the run; called any number of times during the load, on any thread. */
  default void marked(Mark mark) {}

  /**
   * Reports that the generators are stopping; called any number of times.
   *
   * @param because the stop condition that was met, as a sentence; empty for another reason
   */
  default void stopping(String because) {}

  /** The load has ended; the remaining rows and documents are written. */
  default void loadEnded() {}
}
