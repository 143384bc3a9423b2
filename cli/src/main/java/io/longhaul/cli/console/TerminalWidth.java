package io.longhaul.cli.console;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * The width of the terminal, queried from {@code stty} every few seconds because windows are
 * resized. Not thread-safe.
 */
public final class TerminalWidth {
  /** Width of an output that is not a terminal. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final int DEFAULT = 80;
  private static final int MIN = 20;
  private static final long CACHE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final File TERMINAL = new File("/dev/tty");

  private int columns = DEFAULT;
  private boolean queried;
  private long queriedNanos;

  /** Returns the current number of columns. */
  public int columns() {
    long now = System.nanoTime();
    if (!queried || now - queriedNanos > CACHE_NANOS) {
      queried = true;
      queriedNanos = now;
      columns = query();
    }
    return columns;
  }

  private static int query() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(TERMINAL)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String size =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim();
      String columns = size.substring(size.indexOf(' ') + 1);
      return columns.matches("[0-9]{2,4}") ? Math.max(MIN, Integer.parseInt(columns)) : DEFAULT;
    } catch (IOException e) {
      return DEFAULT; // no stty, or no terminal
    }
  }
}
