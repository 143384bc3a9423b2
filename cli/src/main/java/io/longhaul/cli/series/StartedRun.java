package io.longhaul.cli.series;

/** A started run of a series. Awaited and closed by one thread. */
public interface StartedRun extends AutoCloseable {
  /** Waits for the end of the run; returns the exit status of its process. */
  int await() throws InterruptedException;

  /** Interrupts the run as Ctrl-C does. Thread-safe; may be called several times. */
  void interrupt();

  /** Ends the run if it is still running. */
  @Override
  void close();
}
