package io.longhaul.load;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a lane whose next turn is built, ordered by the time at which it is due. Belongs
 * to the event loop.
 */
final class TurnQueue {
  private final Queue<Session> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong(Session::dueNanos).thenComparingLong(Session::number));

  void add(Session session) {
    waiting.add(session);
  }

  /**
   * Returns when the first turn is due; {@link RequestScheduler#WHEN_A_SLOT_IS_FREE} if there is
   * none.
   */
  long dueNanos() {
    Session first = waiting.peek();
    return first == null ? RequestScheduler.WHEN_A_SLOT_IS_FREE : first.dueNanos();
  }

  /** Returns the session with the first turn, or null. */
  @Nullable Session first() {
    return waiting.peek();
  }

  /** Removes the first turn. */
  void take() {
    waiting.remove();
  }
}
