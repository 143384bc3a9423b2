package io.longhaul.sinks.folder;

import java.util.function.BooleanSupplier;

/** Runs a check periodically on its own daemon thread until it is closed. */
final class PeriodicCheck implements AutoCloseable {
  private final BooleanSupplier check;
  private final long intervalMillis;
  private final Thread thread;

  /**
   * Starts the checks immediately.
   *
   * @param intervalMillis time from the end of a check to the next one
   * @param check the check; returns whether to continue
   */
  PeriodicCheck(String threadName, long intervalMillis, BooleanSupplier check) {
    this.check = check;
    this.intervalMillis = intervalMillis;
    this.thread = new Thread(this::checkUntilClosed, threadName);
    thread.setDaemon(true);
    thread.start();
  }

  private void checkUntilClosed() {
    try {
      while (check.getAsBoolean()) {
        Thread.sleep(intervalMillis);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
