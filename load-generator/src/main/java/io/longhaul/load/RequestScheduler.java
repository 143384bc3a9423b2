package io.longhaul.load;

/**
 * Decides which turn of which session is sent next, and when. Belongs to the event loop; times are
 * those of the process's clock. Its results do not change between {@link #nextDueNanos} and {@link
 * #requestSent}.
 */
interface RequestScheduler {
  /** The next request waits for a free slot or for a response, not for a time. */
  long WHEN_A_SLOT_IS_FREE = Long.MAX_VALUE;

  /** Starts the phase at this time. */
  void begin(long startNanos);

  /** Returns whether there is a next request, or may be one once an active session continues. */
  boolean hasNext();

  /** Returns the planned time of the next request. */
  long nextScheduledNanos();

  /**
   * Returns when the next request may be sent: at its planned time or, if its slot opens later, at
   * that time; {@link #WHEN_A_SLOT_IS_FREE} if all slots are in use.
   */
  long nextDueNanos();

  long nextPlanIndex();

  /** Returns the session whose next turn is sent next; null if a new session starts. */
  Session sessionToContinue();

  /** Returns whether at least one more session will start. */
  boolean hasNextSession();

  /** Returns the number of the next new session. */
  long nextSessionNumber();

  /** Returns the maximum number of turns of the next new session. */
  default int maxTurns() {
    return Integer.MAX_VALUE;
  }

  /** Moves on to the next request, after one of this session has been sent. */
  void requestSent(Session session);

  /** Queues the next turn of a session, which is built and can be sent as soon as it is due. */
  void turnReady(Session session);

  /** Called once per sent request: it has received its first token, or has ended without one. */
  default void prefillEnded(long atNanos) {}

  /** Called if a server refuses the connection of a sent request. */
  default void connectionRefused(long atNanos) {}

  /**
   * Called when a sent request has a connection, or has ended for another reason than a refused
   * one.
   *
   * @return whether other requests may be due sooner now
   */
  default boolean connected(long atNanos) {
    return false;
  }

  /**
   * Returns the total time until now for which the lane has backed off from refused connections.
   */
  default long backedOffNanos(long nowNanos) {
    return 0;
  }

  /** Called when a session has ended. */
  void sessionEnded(long atNanos);

  /**
   * Returns how many requests are planned for this time or earlier and have not been sent.
   *
   * @param nowNanos not smaller than in the previous call
   */
  long unsent(long nowNanos);
}
