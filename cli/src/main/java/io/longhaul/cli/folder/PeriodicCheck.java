package io.longhaul.cli.folder;

import java.util.function.BooleanSupplier;

/** Something that is looked at again and again, from a daemon thread of its own, until closed. */
final class PeriodicCheck implements AutoCloseable {
  private final BooleanSupplier look;
  private final long everyMillis;
  private final Thread looker;

  private PeriodicCheck(String threadName, long everyMillis, BooleanSupplier look) {
    this.look = look;
    this.everyMillis = everyMillis;
    this.looker = new Thread(this::lookUntilClosed, threadName);
    looker.setDaemon(true);
  }

  /**
   * Begins to look, at once.
   *
   * @param everyMillis between the end of a look and the next
   * @param look says whether to look again
   */
  static PeriodicCheck begin(String threadName, long everyMillis, BooleanSupplier look) {
    PeriodicCheck repeated = new PeriodicCheck(threadName, everyMillis, look);
    repeated.looker.start();
    return repeated;
  }

  private void lookUntilClosed() {
    try {
      while (look.getAsBoolean()) {
        Thread.sleep(everyMillis);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  @Override
  public void close() {
    looker.interrupt();
  }
}
