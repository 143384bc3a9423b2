package io.longhaul.pipeline.history;

/** Times as tests say them, in nanoseconds. */
public final class Times {
  /** A run's start, a whole second of the epoch. */
  public static final long RUN_START = 1_700_000_000_000_000_000L;

  /** The anchor of lanes: they open two seconds before the run. */
  public static final long ANCHOR = RUN_START - 2_000_000_000L;

  private Times() {}

  public static long ms(long millis) {
    return millis * 1_000_000L;
  }

  public static long seconds(long seconds) {
    return seconds * 1_000_000_000L;
  }

  /** Lane time of a moment that many milliseconds after the run's start. */
  public static long at(long millisAfterStart) {
    return RUN_START - ANCHOR + ms(millisAfterStart);
  }

  /** The epoch's time of a moment that many milliseconds after the run's start. */
  public static long epochAt(long millisAfterStart) {
    return RUN_START + ms(millisAfterStart);
  }
}
