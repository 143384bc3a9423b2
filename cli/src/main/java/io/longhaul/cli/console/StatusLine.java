package io.longhaul.cli.console;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Prints a status on standard error, on its own thread: on a terminal in one line that is rewritten
 * twice a second, elsewhere as a new line every ten seconds if the status has changed.
 */
public final class StatusLine implements AutoCloseable {
  private static final long UPDATE_INTERVAL_MILLIS = 500;
  private static final long BETWEEN_LINES_MILLIS = 10_000;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream err;
  private final boolean rewritten;
  private final Supplier<String> status;
  private final TerminalWidth terminal = new TerminalWidth();
  private final Thread writer;
  private String lastPrinted;
  private boolean closed;

  /**
   * Starts to print the status.
   *
   * @param rewritten whether the output is a terminal
   * @param status supplies the current status
   */
  public StatusLine(PrintStream err, boolean rewritten, Supplier<String> status) {
    this.err = err;
    this.rewritten = rewritten;
    this.status = status;
    this.lastPrinted = status.get();
    this.writer = new Thread(this::printUntilClosed, "status");
    writer.setDaemon(true);
    writer.start();
  }

  private void printUntilClosed() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(rewritten ? UPDATE_INTERVAL_MILLIS : BETWEEN_LINES_MILLIS);
        print(status.get());
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private synchronized void print(String now) {
    if (closed) {
      return;
    }
    if (rewritten) {
      int length = Math.min(now.length(), terminal.columns() - 1);
      err.print(CLEAR + now.substring(0, length));
      err.flush();
    } else if (!now.equals(lastPrinted)) {
      err.println(now);
      lastPrinted = now;
    }
  }

  /** Removes the line. */
  @Override
  public synchronized void close() {
    closed = true;
    writer.interrupt();
    if (rewritten) {
      err.print(CLEAR);
      err.flush();
    }
  }
}
