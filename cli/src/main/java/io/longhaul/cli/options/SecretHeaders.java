package io.longhaul.cli.options;

import java.util.List;
import java.util.Locale;

/**
 * Which HTTP headers hold secrets, judged by their names: what looks like one is kept out of plans,
 * topics and files.
 */
final class SecretHeaders {
  private static final List<String> SIGNS =
      List.of("auth", "key", "token", "secret", "cookie", "password", "credential", "signature");

  private SecretHeaders() {}

  static boolean isSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return SIGNS.stream().anyMatch(lower::contains);
  }
}
