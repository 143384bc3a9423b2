package io.longhaul.cli.coordinator;

/**
 * Time by the log's own stamps, which goes on only while records come: of a pause in the whole log
 * no more than 3 s count. A log that lives has a heartbeat of the coordinator each second, so a
 * longer pause is the broker's, and nobody is silent in it.
 *
 * <p>Told by one thread, read by any.
 */
final class LogClock {
  static final long MAX_PAUSE_MILLIS = 3_000;

  private volatile long newestEpochMillis;
  private long passedMillis;
  private volatile long millis;

  /** Takes in a record's append time, in milliseconds of the epoch. */
  void appended(long epochMillis) {
    if (epochMillis <= newestEpochMillis) {
      return;
    }
    long pauseMillis = newestEpochMillis == 0 ? 0 : epochMillis - newestEpochMillis;
    newestEpochMillis = epochMillis;
    passedMillis += Math.min(pauseMillis, MAX_PAUSE_MILLIS);
    millis = passedMillis;
  }

  /** The newest append time, by the clock of the brokers; 0 before the first record. */
  long newestEpochMillis() {
    return newestEpochMillis;
  }

  /** Milliseconds since the first record. */
  long millis() {
    return millis;
  }
}
