package io.longhaul.load.plan.dataset;

import io.longhaul.load.endpoint.request.Keyword;

/**
 * Where a marker that differs for each session is inserted into prompts, so that the server's
 * prefix cache does not match.
 */
public enum CacheBust implements Keyword {
  /** No marker. */
  NONE,
  /** Before the system message; without one, before the first turn. */
  SYSTEM_PREFIX,
  /** After the system message; without one, after the first turn. */
  SYSTEM_SUFFIX,
  /** Before the first turn; of several texts, before the first. */
  FIRST_TURN_PREFIX,
  /** After the first turn; of several texts, after the first, as in AIPerf. */
  FIRST_TURN_SUFFIX,
  /** As {@link #SYSTEM_PREFIX}, but only in the warm-up, with the same marker for all sessions. */
  WARMUP_ISOLATION_SYSTEM,
  /**
   * As {@link #FIRST_TURN_PREFIX}, but only in the warm-up, with the same marker for all sessions.
   */
  WARMUP_ISOLATION_FIRST_TURN;

  /** Returns whether the marker is in the system message, if there is one. */
  public boolean isInSystem() {
    return this == SYSTEM_PREFIX || this == SYSTEM_SUFFIX || this == WARMUP_ISOLATION_SYSTEM;
  }

  /** Returns whether the marker is before the text. */
  public boolean isPrefix() {
    return this != NONE && !isSuffix();
  }

  /** Returns whether the marker is after the text. */
  public boolean isSuffix() {
    return this == SYSTEM_SUFFIX || this == FIRST_TURN_SUFFIX;
  }

  /** Returns whether the marker separates the warm-up from profiling rather than sessions. */
  public boolean isOfWarmup() {
    return this == WARMUP_ISOLATION_SYSTEM || this == WARMUP_ISOLATION_FIRST_TURN;
  }
}
