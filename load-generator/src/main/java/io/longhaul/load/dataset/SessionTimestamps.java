package io.longhaul.load.dataset;

/** What the recorded times of a session mean, and what a fixed schedule demands of them. */
final class SessionTimestamps {
  private static final double NANOS_PER_MILLI = 1e6;

  private SessionTimestamps() {}

  /**
   * The first turn must have one.
   *
   * @param nanos of the first turn, or null
   */
  static void requirePresent(Long nanos) throws MalformedLineException {
    if (nanos == null) {
      throw new MalformedLineException(
          "no timestamp (a fixed schedule needs one for each session)");
    }
  }

  /**
   * Later ones must not be earlier.
   *
   * @param beforeNanos the last one of the turns before, or null
   * @param nanos of the turn, or null
   */
  static void requireNondecreasing(Long beforeNanos, Long nanos) throws MalformedLineException {
    if (beforeNanos != null && nanos != null && nanos < beforeNanos) {
      throw new MalformedLineException(
          "its session goes back from "
              + millis(beforeNanos)
              + " to "
              + millis(nanos)
              + " ms (give turns in the order of their times)");
    }
  }

  /**
   * How long a later turn waits after the answer before it.
   *
   * @param timed whether there is a fixed schedule, on which its time counts and not its delay
   * @param nanos when it was recorded, or null
   * @param delayNanos its delay, or null
   */
  static long effectiveDelayNanos(boolean timed, Long nanos, Long delayNanos) {
    boolean isOnSchedule = timed && nanos != null;
    return isOnSchedule || delayNanos == null ? 0 : delayNanos;
  }

  private static String millis(long nanos) {
    double millis = nanos / NANOS_PER_MILLI;
    return millis == Math.rint(millis) ? Long.toString((long) millis) : Double.toString(millis);
  }
}
