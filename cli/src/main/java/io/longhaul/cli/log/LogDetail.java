package io.longhaul.cli.log;

import java.util.Locale;
import java.util.Optional;

/** How much the logs of a run's processes tell. */
public enum LogDetail {
  ERROR,
  WARN,
  INFO,
  DEBUG,
  TRACE;

  /** What AIPerf's word means here, in any case. */
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

  /** In lower case. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
