package io.longhaul.load;

/**
 * Which turn of which session comes next, and when. On the loop; times are the process's. Between
 * {@link #nextDueNanos} and {@link #taken} nothing changes.
 */
interface RequestScheduler {
  /** The next request waits for a slot or for an answer, not for a time. */
  long WHEN_A_SLOT_IS_FREE = Long.MAX_VALUE;

  /** The phase begins at this time. */
  void begin(long startNanos);

  /** Whether there is a next request at all, or may be one when a session goes on. */
  boolean hasNext();

  /** When the plan wanted the next request to be sent. */
  long nextScheduledNanos();

  /**
   * When the next request may be sent: at its scheduled time, or later when a slot opens for it
   * only later; {@link #WHEN_A_SLOT_IS_FREE} when one has to become free first.
   */
  long nextDueNanos();

  long nextPlanIndex();

  /** The session whose next turn is sent next; null when a new session begins. */
  Session sessionToContinue();

  /** Whether a new session is to begin, sooner or later. */
  boolean hasNextSession();

  /** The number of the next new session. */
  long nextSessionNumber();

  /** How many of its turns are sent, at most. */
  default int maxTurns() {
    return Integer.MAX_VALUE;
  }

  /** The next request is sent, which is this session's; the one after it is the next. */
  void requestSent(Session session);

  /** A session's next turn can be sent as soon as it is due. */
  void turnReady(Session session);

  /** A request that was taken waits for its first token no more; once for each. */
  default void prefillEnded(long atNanos) {}

  /** A server refused the connection of a request that was taken. */
  default void connectionRefused(long atNanos) {}

  /**
   * A request that was taken has a connection, or ended for another reason than a refused one.
   *
   * @return whether other requests may be due sooner now
   */
  default boolean connected(long atNanos) {
    return false;
  }

  /** For how long the lane has backed off because connections were refused, up to now. */
  default long backedOffNanos(long nowNanos) {
    return 0;
  }

  /** A session that was taken is over. */
  void sessionEnded(long atNanos);

  /** How many requests are scheduled for now or earlier and not taken. Times never fall. */
  long unsent(long nowNanos);
}
