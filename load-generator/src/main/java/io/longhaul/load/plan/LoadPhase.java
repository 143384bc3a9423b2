package io.longhaul.load.plan;

import java.util.Locale;

/** The two parts of a run. Only what is sent while profiling is measured. */
public enum LoadPhase {
  WARMUP,
  PROFILING;

  /** The name in files, for example {@code warmup}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
