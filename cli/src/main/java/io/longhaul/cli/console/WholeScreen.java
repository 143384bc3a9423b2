package io.longhaul.cli.console;

/** A display that fills the terminal, instead of the progress line. */
public interface WholeScreen extends AutoCloseable {
  /** No display. */
  WholeScreen NONE = progress -> {};

  /** Shows the progress. Called twice a second, on the thread of the progress line. */
  void show(ProgressSnapshot progress);

  /** Restores the terminal. May be called several times, on any thread. */
  @Override
  default void close() {}
}
