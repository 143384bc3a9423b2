package io.longhaul.load.time;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Creates daemon threads, which do not keep the process alive, and waits for threads. */
public final class Threads {
  private Threads() {}

  /** Returns a thread that has not been started. */
  public static Thread newDaemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Starts a thread. */
  public static Thread startDaemon(String name, Runnable task) {
    Thread thread = newDaemon(name, task);
    thread.start();
    return thread;
  }

  /** Returns a factory for the threads of an executor, which all have this name. */
  public static ThreadFactory daemons(String name) {
    return task -> newDaemon(name, task);
  }

  /**
   * Waits until a condition holds; checks it every millisecond.
   *
   * @return false if the timeout is over or the caller is interrupted before that
   */
  public static boolean await(BooleanSupplier condition, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }

  /** Waits for the end of a thread, even if interrupted; preserves the interrupt status. */
  public static void join(Thread thread) {
    if (awaitEnd(thread)) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits for the end of a thread, even if interrupted.
   *
   * @return whether the caller was interrupted, which clears its interrupt status
   */
  public static boolean awaitEnd(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    return interrupted;
  }
}
