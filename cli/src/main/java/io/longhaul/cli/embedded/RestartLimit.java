package io.longhaul.cli.embedded;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Limits how often a process is started again: at most {@link #MAX_RESTARTS} times within {@link
 * #WINDOW}, after a pause that doubles with each restart. A process that always fails therefore
 * does not keep the machine busy. Not thread-safe.
 */
public final class RestartLimit {
  public static final int MAX_RESTARTS = 5;
  static final Duration WINDOW = Duration.ofMinutes(10);
  static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  /** Times of the restarts within the window. */
  private final Deque<Long> restartsNanos = new ArrayDeque<>();

  /**
   * A permitted restart.
   *
   * @param number number of restarts within the window, including this one
   * @param pause time to wait before it
   */
  public record Restart(int number, Duration pause) {
    /** Returns the number and the limit for messages: {@code 1 of 5}. */
    public String ofLimit() {
      return number + " of " + MAX_RESTARTS;
    }
  }

  /**
   * Requests a restart after the process has ended.
   *
   * @param nowNanos time of a monotonic clock, such as {@link System#nanoTime}
   * @return empty if the limit is reached
   */
  public Optional<Restart> next(long nowNanos) {
    while (!restartsNanos.isEmpty() && nowNanos - restartsNanos.getFirst() > WINDOW.toNanos()) {
      restartsNanos.removeFirst();
    }
    if (restartsNanos.size() == MAX_RESTARTS) {
      return Optional.empty();
    }
    restartsNanos.addLast(nowNanos);
    int number = restartsNanos.size();
    return Optional.of(new Restart(number, FIRST_PAUSE.multipliedBy(1L << (number - 1))));
  }

  /** Returns what has happened once the limit is reached, for messages. */
  public static String reached() {
    return "it was restarted %d times within %d minutes"
        .formatted(MAX_RESTARTS, WINDOW.toMinutes());
  }
}
