package io.longhaul.load;

import io.longhaul.load.record.SharePosition;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Decides which turn of which session is sent next, and when. Belongs to the event loop; times are
 * those of the process's clock. Its results do not change between {@link #nextDueNanos} and {@link
 * #requestSent}.
 */
abstract class RequestScheduler {
  /** The next request waits for a free slot or for a response, not for a time. */
  static final long WHEN_A_SLOT_IS_FREE = Long.MAX_VALUE;

  /** The sessions whose next turn is built, ordered by the time at which it is due. */
  final Queue<Session> readyTurns =
      new PriorityQueue<>(
          Comparator.comparingLong(Session::dueNanos).thenComparingLong(Session::number));

  /**
   * Skips the part of the share that another lane has used. Call it before {@link #begin}.
   *
   * @throws UnsupportedOperationException if this load cannot be continued
   */
  abstract void skip(SharePosition used);

  /**
   * Skips the requests that are planned for an earlier time. Call it before {@link #begin}.
   *
   * @param offsetNanos time since the start of the phase
   * @return the number of skipped requests; 0 if requests have no planned times
   */
  abstract long skipBefore(long offsetNanos);

  /** Returns how much was skipped. */
  abstract SharePosition skipped();

  /** Sends nothing before this time. Call it before {@link #begin}. */
  void notBefore(long atNanos) {}

  /** Starts the phase at this time. */
  abstract void begin(long startNanos);

  /** Returns whether there is a next request, or may be one once an active session continues. */
  abstract boolean hasNext();

  /** Returns the planned time of the next request. */
  abstract long nextScheduledNanos();

  /**
   * Returns when the next request may be sent: at its planned time or, if its slot opens later, at
   * that time; {@link #WHEN_A_SLOT_IS_FREE} if all slots are in use.
   */
  final long nextDueNanos() {
    return Math.min(nextTurnNanos(), nextSessionNanos());
  }

  /**
   * Returns when the first ready turn may be sent; {@link #WHEN_A_SLOT_IS_FREE} if there is none.
   */
  long nextTurnNanos() {
    Session first = readyTurns.peek();
    return first == null ? WHEN_A_SLOT_IS_FREE : first.dueNanos();
  }

  /** Returns when the next new session may start. */
  abstract long nextSessionNanos();

  abstract long nextPlanIndex();

  /** Returns the session whose next turn is sent next; null if a new session starts. */
  final @Nullable Session sessionToContinue() {
    return nextTurnNanos() <= nextSessionNanos() ? readyTurns.peek() : null;
  }

  /** Returns whether at least one more session will start. */
  abstract boolean hasNextSession();

  /** Returns the number of the next new session. */
  abstract long nextSessionNumber();

  /** Returns the maximum number of turns of the next new session. */
  int maxTurns() {
    return Integer.MAX_VALUE;
  }

  /** Moves on to the next request, after one of this session has been sent. */
  abstract void requestSent(Session session);

  /** Queues the next turn of a session, which is built and can be sent as soon as it is due. */
  void turnReady(Session session) {
    readyTurns.add(session);
  }

  /** Called when a session has ended. */
  abstract void sessionEnded(long atNanos);

  /**
   * Returns how many requests are planned for this time or earlier and have not been sent.
   *
   * @param nowNanos not smaller than in the previous call
   */
  abstract long unsent(long nowNanos);
}
