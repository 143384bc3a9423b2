package io.longhaul.cli.coordinator;

/**
 * Hears how a run goes, for people. Called on the coordinator's thread, which must not be kept;
 * each method at most once unless said otherwise, in this order.
 */
public interface RunListener {
  /** Hears nothing. */
  RunListener NONE = new RunListener() {};

  /** All generators are there; they build prompts and rehearse now. */
  default void generatorsPresent(int generators) {}

  /** All generators are ready. */
  default void generatorsReady() {}

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
