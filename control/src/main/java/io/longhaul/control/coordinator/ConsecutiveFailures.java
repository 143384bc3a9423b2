package io.longhaul.control.coordinator;

import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Counts consecutive failed requests over all lanes of a run, in the order in which the requests
 * ended (by time, then by ID). A request is counted only when the frontiers of all lanes have
 * passed its end, so the order in which lanes are read has no effect. Not thread-safe.
 */
public final class ConsecutiveFailures {
  private static final long UNLIMITED = Long.MAX_VALUE;

  private final long limit;
  private final PriorityQueue<CompletedRequest> waiting = new PriorityQueue<>();
  private long inARow;
  private boolean reached;

  private ConsecutiveFailures(long limit) {
    this.limit = limit;
  }

  /** Returns a counter that reports when this many consecutive requests have failed. */
  public static ConsecutiveFailures upTo(long limit) {
    return new ConsecutiveFailures(limit);
  }

  /** Returns a counter without a limit, to which no requests need to be added. */
  public static ConsecutiveFailures unlimited() {
    return new ConsecutiveFailures(UNLIMITED);
  }

  boolean isLimited() {
    return limit != UNLIMITED;
  }

  void add(CompletedRequest ending) {
    waiting.add(ending);
  }

  /**
   * Counts the requests that ended before the common frontier of all lanes.
   *
   * @return the stop condition in words, the first time that the limit is reached
   */
  Optional<String> countBefore(long frontierEpochNanos) {
    while (!waiting.isEmpty() && waiting.peek().endedEpochNanos() < frontierEpochNanos) {
      CompletedRequest next = waiting.poll();
      inARow = next.failed() ? inARow + 1 : 0;
      if (inARow >= limit && !reached) {
        reached = true;
        return Optional.of(
            String.format(
                Locale.ROOT,
                "%,d consecutive requests failed, the last with %s",
                inARow,
                next.reason()));
      }
    }
    return Optional.empty();
  }
}
