package io.longhaul.cli;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Generates IDs for runs. */
final class RunIds {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private RunIds() {}

  /**
   * Returns the UTC time followed by four random digits, which distinguish runs of the same second.
   */
  static String fromTime() {
    return String.format(
        Locale.ROOT, "%s-%04x", TIME.format(Instant.now()), new SecureRandom().nextInt(1 << 16));
  }
}
