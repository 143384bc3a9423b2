package io.longhaul.schema;

import java.util.concurrent.TimeUnit;

/** The limits of time slices. */
public final class SliceRules {
  /** Minimum duration of a slice in nanoseconds, to limit the number of slices. */
  public static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private SliceRules() {}
}
