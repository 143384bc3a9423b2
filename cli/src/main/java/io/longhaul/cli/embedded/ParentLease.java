package io.longhaul.cli.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The lease of a child process: its standard input. The parent holds the other end open, so the end
 * of the input means that the parent has exited, for whatever reason, or wants the child to exit.
 */
public final class ParentLease {
  /** Maximum time from the end of the lease to the exit of the process. */
  private static final Duration EXIT_ACTION_TIMEOUT = Duration.ofSeconds(3);

  /** Maximum time until a child exits after the end of its lease. */
  private static final long CHILD_EXIT_TIMEOUT_SECONDS = 6;

  /** The same in a training run, in which a child writes what it has recorded when it exits. */
  private static final long TRAINED_CHILD_EXIT_TIMEOUT_SECONDS = 300;

  private ParentLease() {}

  /**
   * Watches the input on a daemon thread. At its end, runs {@code onEnd} and halts the process when
   * it returns, or after 3 s if it hangs.
   *
   * @param input standard input, which nothing else may read from now on
   * @param onEnd last actions of the child, such as closing files
   */
  public static void watch(InputStream input, Runnable onEnd) {
    daemon("parent-lease", () -> awaitEndThen(input, onEnd)).start();
  }

  /** Ends a child's lease and waits for the child to exit; kills it after 6 s. */
  public static void end(Process child) {
    try {
      child.getOutputStream().close();
    } catch (IOException e) {
      // The process has exited already.
    }
    try {
      if (!child.waitFor(exitTimeoutSeconds(), TimeUnit.SECONDS)) {
        child.destroyForcibly().onExit().join();
      }
    } catch (InterruptedException e) {
      child.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static long exitTimeoutSeconds() {
    return PreparedStart.isInTraining()
        ? TRAINED_CHILD_EXIT_TIMEOUT_SECONDS
        : CHILD_EXIT_TIMEOUT_SECONDS;
  }

  private static void awaitEndThen(InputStream input, Runnable onEnd) {
    readToEnd(input);
    daemon("halt-after-parent", ParentLease::haltAfterTimeout).start();
    try {
      onEnd.run();
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void readToEnd(InputStream input) {
    byte[] ignored = new byte[64];
    try {
      while (input.read(ignored) >= 0) {
        // Ignore all input; only its end matters.
      }
    } catch (IOException e) {
      // A broken pipe is an end, too.
    }
  }

  private static void haltAfterTimeout() {
    try {
      Thread.sleep(EXIT_ACTION_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
