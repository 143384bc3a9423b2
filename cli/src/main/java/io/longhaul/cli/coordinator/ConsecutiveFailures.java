package io.longhaul.cli.coordinator;

import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Counts how many requests in a row have failed, over all lanes of a run, in the order in which
 * they ended: by time, then by id. An ending waits until every lane has told what it has up to that
 * time, so the order in which lanes are read decides nothing. For one thread.
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

  /** Counted, and so many are too many. */
  public static ConsecutiveFailures upTo(long limit) {
    return new ConsecutiveFailures(limit);
  }

  /** Nobody asks, so nothing is counted. */
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
   * Counts what ended before that time; every lane has told it.
   *
   * @return what to say when the bound has been reached now, and not before
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
                "%,d requests in a row have failed, the last with %s",
                inARow,
                next.reason()));
      }
    }
    return Optional.empty();
  }
}
