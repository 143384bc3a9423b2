package io.longhaul.load.dataset.trace;

import io.longhaul.load.dataset.text.MalformedLineException;
import org.jspecify.annotations.Nullable;

/** Rules for the timestamps of a session. */
public final class SessionTimestamps {
  private static final double NANOS_PER_MILLI = 1e6;

  private SessionTimestamps() {}

  /**
   * Requires a timestamp for the first turn.
   *
   * @param nanos timestamp of the first turn, or null
   */
  public static void requirePresent(@Nullable Long nanos) throws MalformedLineException {
    if (nanos == null) {
      throw new MalformedLineException(
          "no timestamp (a fixed schedule needs one for each session)");
    }
  }

  /**
   * Requires that timestamps do not decrease.
   *
   * @param beforeNanos latest timestamp of the previous turns, or null
   * @param nanos timestamp of the turn, or null
   */
  public static void requireNondecreasing(@Nullable Long beforeNanos, @Nullable Long nanos)
      throws MalformedLineException {
    if (beforeNanos != null && nanos != null && nanos < beforeNanos) {
      throw new MalformedLineException(
          "timestamps of its session decrease from %s to %s ms (order turns by timestamp)"
              .formatted(millis(beforeNanos), millis(nanos)));
    }
  }

  /**
   * Returns the delay of a later turn after the previous response.
   *
   * @param timed whether there is a fixed schedule, on which a timestamp replaces the delay
   * @param nanos timestamp of the turn, or null
   * @param delayNanos delay of the turn, or null
   */
  public static long effectiveDelayNanos(
      boolean timed, @Nullable Long nanos, @Nullable Long delayNanos) {
    boolean isOnSchedule = timed && nanos != null;
    return isOnSchedule || delayNanos == null ? 0 : delayNanos;
  }

  private static String millis(long nanos) {
    double millis = nanos / NANOS_PER_MILLI;
    return millis == Math.rint(millis) ? Long.toString((long) millis) : Double.toString(millis);
  }
}
