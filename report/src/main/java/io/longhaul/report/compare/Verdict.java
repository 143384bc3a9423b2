package io.longhaul.report.compare;

import java.util.Locale;

/** What the difference between two runs in one figure means. */
public enum Verdict {
  /** The difference is within its margin of error, or smaller than the minimum effect. */
  NO_DIFFERENCE,
  /** The first run, the baseline, is better. */
  BASELINE_BETTER,
  /** The other run is better. */
  OTHER_BETTER,
  /** A run has too few requests, is too short, or varies so much that the margin is too wide. */
  TOO_LITTLE_DATA;

  /** Returns the name in files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
