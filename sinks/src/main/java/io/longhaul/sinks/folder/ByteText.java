package io.longhaul.sinks.folder;

import java.util.Locale;

/** Formats a number of bytes in decimal units, such as {@code 1.500 GB}. */
public final class ByteText {
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  private static final double STEP = 1000;

  private ByteText() {}

  public static String of(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= STEP) {
      value /= STEP;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.3f %s", value, UNITS[unit]);
  }
}
