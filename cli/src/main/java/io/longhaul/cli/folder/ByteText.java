package io.longhaul.cli.folder;

import java.util.Locale;

/** A number of bytes for people, in decimal units, as disks are sold. */
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
