package io.longhaul.kafka;

import java.time.Duration;

/** The values of {@code --keep-log}: how long every record of a lane stays in the log. */
public final class KeepLog {
  public static final String OPTION = "--keep-log";

  /** The value with which no record is deleted. */
  public static final String ALL = "all";

  public static final Duration DEFAULT = Duration.ofHours(24);

  /** A process that finishes an abandoned run reads the last ten minutes of its log. */
  public static final Duration LEAST = Duration.ofMinutes(10);

  private KeepLog() {}
}
