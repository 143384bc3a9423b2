package io.longhaul.sinks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The phase of a request or a lane in rows. */
public enum RowPhase {
  WARMUP,
  PROFILING;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** Returns whether a row's text is this phase. */
  public boolean matches(@Nullable String text) {
    return word.equals(text);
  }
}
