package io.longhaul.cli.coordinator;

/**
 * Hears how a run goes, for people. Called on the coordinator's thread, which must not be kept;
 * each method at most once unless said otherwise, in this order.
 */
public interface RunListener {
  /** Hears nothing. */
  RunListener NONE = new RunListener() {};

  /** Tells one and then the other. */
  static RunListener both(RunListener one, RunListener other) {
    return new RunListener() {
      @Override
      public void generatorsPresent(int generators) {
        one.generatorsPresent(generators);
        other.generatorsPresent(generators);
      }

      @Override
      public void generatorsReady() {
        one.generatorsReady();
        other.generatorsReady();
      }

      @Override
      public void awaitingJob() {
        one.awaitingJob();
        other.awaitingJob();
      }

      @Override
      public void warmupStarted() {
        one.warmupStarted();
        other.warmupStarted();
      }

      @Override
      public void starting(long runStartEpochNanos) {
        one.starting(runStartEpochNanos);
        other.starting(runStartEpochNanos);
      }

      @Override
      public void warned(String warning) {
        one.warned(warning);
        other.warned(warning);
      }

      @Override
      public void stopping(String because) {
        one.stopping(because);
        other.stopping(because);
      }

      @Override
      public void loadEnded() {
        one.loadEnded();
        other.loadEnded();
      }
    };
  }

  /** All generators are there; they build prompts and rehearse now. */
  default void generatorsPresent(int generators) {}

  /** All generators are ready. */
  default void generatorsReady() {}

  /** Load starts when the job has read the beginning of this run. */
  default void awaitingJob() {}

  default void warmupStarted() {}

  /** The run starts then. */
  default void starting(long runStartEpochNanos) {}

  /** A warning of one line; any number of times, at any time. */
  default void warned(String warning) {}

  /**
   * Generators were told to stop; any number of times.
   *
   * @param because the stop condition that came true, in a sentence; empty when it is another
   *     reason
   */
  default void stopping(String because) {}

  /** No more requests: what follows is counting and writing. */
  default void loadEnded() {}
}
