package io.longhaul.config.value;

import java.util.Locale;
import java.util.Optional;

/** Log level of a run's processes. */
public enum LogDetail {
  ERROR,
  WARN,
  INFO,
  DEBUG,
  TRACE;

  /** Returns the level for one of AIPerf's log levels, in any letter case. */
  public static Optional<LogDetail> of(String typed) {
    return switch (typed.strip().toLowerCase(Locale.ROOT)) {
      case "error", "critical" -> Optional.of(ERROR);
      case "warn", "warning" -> Optional.of(WARN);
      case "info", "notice", "success" -> Optional.of(INFO);
      case "debug" -> Optional.of(DEBUG);
      case "trace" -> Optional.of(TRACE);
      default -> Optional.empty();
    };
  }

  /** Returns the name in lower case. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
