package io.longhaul.report.verify;

import java.util.Locale;

/** Numbers with what they count. */
final class Counted {
  private Counted() {}

  /** Returns a number and its noun, such as {@code 1 lane} or {@code 1,200 lanes}. */
  static String of(long number, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }
}
