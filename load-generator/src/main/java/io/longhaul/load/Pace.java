package io.longhaul.load;

/**
 * Which request of a phase comes next, and when. On the loop; times are the process's. Between
 * {@link #nextPlanIndex} and {@link #taken} nothing changes.
 */
interface Pace {
  /** The next request waits for a slot, not for a time. */
  long WHEN_A_SLOT_IS_FREE = Long.MAX_VALUE;

  /** The phase begins at this time. */
  void begin(long startNanos);

  /** Whether there is a next request at all. */
  boolean hasNext();

  /** When the plan wanted the next request to be sent. */
  long nextScheduledNanos();

  /**
   * When the next request may be sent: at its scheduled time, or later when a slot opens for it
   * only later; {@link #WHEN_A_SLOT_IS_FREE} when one has to become free first.
   */
  long nextDueNanos();

  long nextPlanIndex();

  /** The next request is sent; the one after it is the next. */
  void taken();

  /** A request that was taken has ended. */
  void slotFreed(long atNanos);

  /** How many requests are scheduled for now or earlier and not taken. Times never fall. */
  long unsent(long nowNanos);
}
