package io.longhaul.cli.console;

import io.longhaul.cli.coordinator.LiveLoad;
import io.longhaul.cli.coordinator.RunListener;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One line on standard error that tells how a run goes, rewritten twice a second by a thread of its
 * own. Warnings stay, each on a line above.
 */
public final class ProgressLine implements RunListener, AutoCloseable {
  private static final long REWRITE_MILLIS = 500;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream err;
  private final boolean shown;
  private final long begunNanos = System.nanoTime();
  private final Thread writer;
  private volatile Supplier<LiveLoad> load = () -> null;
  private volatile String stage = "Starting";
  private volatile long startEpochNanos;
  private volatile boolean closed;
  private LiveLoad before;
  private long beforeNanos;

  /**
   * Begins to show, if it is to be shown at all.
   *
   * @param shown whether there is a line; warnings are always told
   */
  public ProgressLine(PrintStream err, boolean shown) {
    this.err = err;
    this.shown = shown;
    this.writer = new Thread(this::rewriteUntilClosed, "progress");
    writer.setDaemon(true);
    if (shown) {
      writer.start();
    }
  }

  /** From now on the line tells this load. */
  public void follow(Supplier<LiveLoad> live) {
    load = live;
  }

  /** What is being done now. */
  public void says(String words) {
    stage = words;
  }

  @Override
  public void generatorsPresent(int generators) {
    says("Building prompts and rehearsing");
  }

  @Override
  public void generatorsReady() {
    says("Ready");
  }

  @Override
  public void warmupStarted() {
    says("Warming up");
  }

  @Override
  public void starting(long runStartEpochNanos) {
    startEpochNanos = runStartEpochNanos;
    says("Running");
  }

  @Override
  public synchronized void warned(String warning) {
    err.println((shown ? CLEAR : "") + "Warning: " + warning);
  }

  @Override
  public void stopping(String reason) {
    says("Stopping");
  }

  @Override
  public void loadEnded() {
    says("Counting and writing");
  }

  private void rewriteUntilClosed() {
    try {
      while (!closed) {
        rewrite();
        TimeUnit.MILLISECONDS.sleep(REWRITE_MILLIS);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private synchronized void rewrite() {
    if (!closed) {
      err.print(CLEAR + line());
      err.flush();
    }
  }

  private String line() {
    long now = System.nanoTime();
    StringBuilder line =
        new StringBuilder(
            String.format(Locale.ROOT, "%5.1f s  %s", seconds(now - begunNanos), stage));
    LiveLoad live = load.get();
    if (startEpochNanos == 0 || live == null) {
      return line.toString();
    }
    line.append(
        String.format(Locale.ROOT, "  %,d sent  %,d in flight", live.issued(), live.inFlight()));
    if (before != null && live.issued() > before.issued()) {
      line.append(
          String.format(
              Locale.ROOT,
              "  %.1f/s",
              (live.issued() - before.issued()) / seconds(now - beforeNanos)));
    }
    if (live.backlog() > 0) {
      line.append(String.format(Locale.ROOT, "  %,d waiting", live.backlog()));
    }
    if (before == null || now - beforeNanos > Duration.ofSeconds(2).toNanos()) {
      before = live;
      beforeNanos = now;
    }
    return line.toString();
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }

  /** Removes the line. May be called twice. */
  @Override
  public void close() {
    synchronized (this) {
      if (shown && !closed) {
        err.print(CLEAR);
        err.flush();
      }
      closed = true;
    }
    writer.interrupt();
  }
}
