package io.longhaul.cli.coordinator;

import java.util.function.Consumer;

/**
 * Receives the progress of a run. The coordinator's thread calls the methods in this order, each at
 * most once unless stated otherwise. Implementations must not block.
 */
public interface RunListener {
  /** Ignores all calls. */
  RunListener NONE = new RunListener() {};

  /**
   * Returns a listener that passes its calls on.
   *
   * @param dispatcher receives each call as an action, to which it passes the actual listener
   */
  static RunListener dispatching(Consumer<Consumer<RunListener>> dispatcher) {
    return new RunListener() {
      @Override
      public void generatorsPresent(int generators) {
        dispatcher.accept(listener -> listener.generatorsPresent(generators));
      }

      @Override
      public void generatorsReady() {
        dispatcher.accept(RunListener::generatorsReady);
      }

      @Override
      public void awaitingJob() {
        dispatcher.accept(RunListener::awaitingJob);
      }

      @Override
      public void warmupStarted() {
        dispatcher.accept(RunListener::warmupStarted);
      }

      @Override
      public void starting(long runStartEpochNanos) {
        dispatcher.accept(listener -> listener.starting(runStartEpochNanos));
      }

      @Override
      public void warned(String warning) {
        dispatcher.accept(listener -> listener.warned(warning));
      }

      @Override
      public void stopping(String because) {
        dispatcher.accept(listener -> listener.stopping(because));
      }

      @Override
      public void loadEnded() {
        dispatcher.accept(RunListener::loadEnded);
      }
    };
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

  /**
   * Reports that the generators are stopping; called any number of times.
   *
   * @param because the stop condition that was met, as a sentence; empty for another reason
   */
  default void stopping(String because) {}

  /** The load has ended; the remaining rows and documents are written. */
  default void loadEnded() {}
}
