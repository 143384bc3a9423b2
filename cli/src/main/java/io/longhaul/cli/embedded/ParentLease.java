package io.longhaul.cli.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * A child's side of the bond with its parent: the child's standard input. The parent holds its
 * other end open for as long as it lives, so the end of the input means that the parent has ended,
 * however it ended, or wants the child to end.
 */
public final class ParentLease {
  /** A child is gone this long after its parent, whatever it was doing. */
  private static final Duration EXIT_ACTION_TIMEOUT = Duration.ofSeconds(3);

  private ParentLease() {}

  /**
   * Watches the input from a daemon thread. At its end the farewell runs; then, or 3 s later, the
   * process halts, so a farewell that hangs cannot keep it.
   *
   * @param input nothing else may read it from now on
   * @param farewell what the child still does, such as closing files
   */
  public static void watch(InputStream input, Runnable onEnd) {
    daemon("parent-lease", () -> awaitEndThen(input, onEnd)).start();
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
        // A parent says nothing more; only the end counts.
      }
    } catch (IOException e) {
      // A broken pipe is an end too.
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
