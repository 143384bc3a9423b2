package io.longhaul.cli.console;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * How many columns the terminal has, asked of {@code stty} now and then, since people resize
 * windows. For one thread.
 */
public final class TerminalWidth {
  /** Of what is no terminal. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final int USUAL = 80;
  private static final int LEAST = 20;
  private static final long GOOD_FOR_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final File TERMINAL = new File("/dev/tty");

  private int columns = USUAL;
  private boolean asked;
  private long askedNanos;

  /** Now. */
  public int columns() {
    long now = System.nanoTime();
    if (!asked || now - askedNanos > GOOD_FOR_NANOS) {
      asked = true;
      askedNanos = now;
      columns = ask();
    }
    return columns;
  }

  private static int ask() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(TERMINAL)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String size =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim();
      String columns = size.substring(size.indexOf(' ') + 1);
      return columns.matches("[0-9]{2,4}") ? Math.max(LEAST, Integer.parseInt(columns)) : USUAL;
    } catch (IOException e) {
      return USUAL; // no stty, or no terminal
    }
  }
}
