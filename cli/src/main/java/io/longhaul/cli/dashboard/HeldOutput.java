package io.longhaul.cli.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Standard error of a run with a dashboard. While the dashboard is shown, it receives each line;
 * when it closes, the lines are printed. At other times everything is printed immediately.
 * Thread-safe; never waits for the terminal while lines are held.
 */
final class HeldOutput extends OutputStream {
  /** A run of weeks may print a line every minute. */
  static final int MAX_LINES = 10_000;

  private final PrintStream target;
  private final Consumer<String> shown;
  private final Deque<String> held = new ArrayDeque<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long dropped;
  private boolean holds;

  /**
   * @param target receives the lines
   * @param shown receives each line that is held
   */
  HeldOutput(PrintStream target, Consumer<String> shown) {
    this.target = target;
    this.shown = shown;
  }

  /** Holds lines from now on. */
  synchronized void hold() {
    holds = true;
  }

  /** Prints the lines that were held, and does not hold any more. */
  synchronized void release() {
    holds = false;
    endLine();
    if (dropped > 0) {
      target.println(dropped + " earlier lines were shown on the dashboard only");
    }
    held.forEach(target::println);
    target.flush();
    held.clear();
    dropped = 0;
  }

  @Override
  public synchronized void write(int b) {
    if (!holds) {
      target.write(b);
    } else if (b == '\n') {
      endLine();
    } else {
      line.write(b);
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    if (!holds) {
      target.write(bytes, from, length);
      return;
    }
    for (int i = from; i < from + length; i++) {
      write(bytes[i]);
    }
  }

  private void endLine() {
    String text = line.toString(UTF_8);
    line.reset();
    if (text.isBlank()) {
      return;
    }
    if (held.size() == MAX_LINES) {
      held.removeFirst();
      dropped++;
    }
    held.addLast(text);
    shown.accept(text);
  }

  @Override
  public synchronized void flush() {
    if (!holds) {
      target.flush();
    }
  }
}
