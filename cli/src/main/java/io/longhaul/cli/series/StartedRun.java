package io.longhaul.cli.series;

/** A run of a series that goes on. Awaited and closed by one thread. */
public interface StartedRun extends AutoCloseable {
  /** Waits for its end; the exit status of its process. */
  int await() throws InterruptedException;

  /** Does what Ctrl-C does to a run; may come from any thread, and several times. */
  void interrupt();

  /** Ends it, if it has not ended yet. */
  @Override
  void close();
}
