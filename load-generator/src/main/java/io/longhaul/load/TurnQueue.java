package io.longhaul.load;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** The sessions of a lane whose next turn is ready to be sent, by when it is due. On the loop. */
final class TurnQueue {
  private final Queue<Session> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong(Session::dueNanos).thenComparingLong(Session::number));

  void add(Session session) {
    waiting.add(session);
  }

  /** When the first of them is due; {@link RequestScheduler#WHEN_A_SLOT_IS_FREE} when there is none. */
  long dueNanos() {
    Session first = waiting.peek();
    return first == null ? RequestScheduler.WHEN_A_SLOT_IS_FREE : first.dueNanos();
  }

  /** The first of them, or null. */
  Session first() {
    return waiting.peek();
  }

  /** The first of them goes on. */
  void take() {
    waiting.remove();
  }
}
