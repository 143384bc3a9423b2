package io.longhaul.pipeline.history;

/** Times of tests, in nanoseconds. */
public final class Times {
  /** Start of the run as Unix time, a whole second. */
  public static final long RUN_START = 1_700_000_000_000_000_000L;

  /** Anchor of lanes, which open two seconds before the run. */
  public static final long ANCHOR = RUN_START - 2_000_000_000L;

  private Times() {}

  public static long ms(long millis) {
    return millis * 1_000_000L;
  }

  public static long seconds(long seconds) {
    return seconds * 1_000_000_000L;
  }

  /** Returns the lane time this many milliseconds after the run's start. */
  public static long at(long millisAfterStart) {
    return RUN_START - ANCHOR + ms(millisAfterStart);
  }

  /** Returns the Unix time this many milliseconds after the run's start. */
  public static long epochAt(long millisAfterStart) {
    return RUN_START + ms(millisAfterStart);
  }
}
