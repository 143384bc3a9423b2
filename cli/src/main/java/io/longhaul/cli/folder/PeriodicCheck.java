package io.longhaul.cli.folder;

import java.util.function.BooleanSupplier;

/** Something that is looked at again and again, from a daemon thread of its own, until closed. */
final class PeriodicCheck implements AutoCloseable {
  private final BooleanSupplier check;
  private final long intervalMillis;
  private final Thread thread;

  private PeriodicCheck(String threadName, long intervalMillis, BooleanSupplier check) {
    this.check = check;
    this.intervalMillis = intervalMillis;
    this.thread = new Thread(this::checkUntilClosed, threadName);
    thread.setDaemon(true);
  }

  /**
   * Begins to look, at once.
   *
   * @param everyMillis between the end of a look and the next
   * @param look says whether to look again
   */
  static PeriodicCheck start(String threadName, long intervalMillis, BooleanSupplier check) {
    PeriodicCheck repeated = new PeriodicCheck(threadName, intervalMillis, check);
    repeated.thread.start();
    return repeated;
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
