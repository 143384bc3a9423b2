package io.longhaul.load.plan.load;

import java.util.Locale;

/** The phases of a run. Only the requests of the profiling phase are measured. */
public enum LoadPhase {
  WARMUP,
  PROFILING;

  /** Returns the name in files, for example {@code warmup}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
