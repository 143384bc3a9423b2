package io.longhaul.report.figures;

import java.util.Locale;

/** Formats times since the start of a run, as the script of the page does. */
public final class Durations {
  private static final long SECONDS_PER_DAY = 86_400;

  private Durations() {}

  /** Returns a time such as 0:01:30, 0:00:02.5 or 2d 3:00:00. */
  public static String clock(double seconds) {
    long tenths = Math.round(seconds * 10);
    long whole = tenths / 10;
    long days = whole / SECONDS_PER_DAY;
    String clock =
        String.format(
            Locale.ROOT,
            "%d:%02d:%02d",
            whole % SECONDS_PER_DAY / 3600,
            whole % 3600 / 60,
            whole % 60);
    return (days > 0 ? days + "d " : "") + clock + (tenths % 10 == 0 ? "" : "." + tenths % 10);
  }
}
