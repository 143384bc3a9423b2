package io.longhaul.load.publish;

/** Waits for the end of threads. */
final class Threads {
  private Threads() {}

  /** Waits for the end of a thread, even if interrupted; preserves the interrupt status. */
  static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
