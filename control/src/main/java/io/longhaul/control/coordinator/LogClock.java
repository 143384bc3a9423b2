package io.longhaul.control.coordinator;

/**
 * A clock driven by the append times of the log's records. At most 3 s of a pause in the whole log
 * count. A live log has a coordinator heartbeat every second, so a longer pause is an outage of the
 * broker and must not count as a lane's silence.
 *
 * <p>One thread adds records; any thread may read the clock.
 */
final class LogClock {
  static final long MAX_PAUSE_MILLIS = 3_000;

  private volatile long newestEpochMillis;
  private long passedMillis;
  private volatile long millis;

  /** Adds a record's append time, in milliseconds since the epoch. */
  void appended(long epochMillis) {
    if (epochMillis <= newestEpochMillis) {
      return;
    }
    long pauseMillis = newestEpochMillis == 0 ? 0 : epochMillis - newestEpochMillis;
    newestEpochMillis = epochMillis;
    passedMillis += Math.min(pauseMillis, MAX_PAUSE_MILLIS);
    millis = passedMillis;
  }

  /** Returns the latest append time on the brokers' clock; 0 before the first record. */
  long newestEpochMillis() {
    return newestEpochMillis;
  }

  /** Returns the milliseconds since the first record. */
  long millis() {
    return millis;
  }
}
