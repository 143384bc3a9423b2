package io.longhaul.load.publish;

/** Waiting for the end of a thread of this room. */
final class Threads {
  private Threads() {}

  /** Returns when the thread has ended, interrupted or not; the interrupt is kept. */
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
