package io.longhaul.cli.options;

import java.util.List;
import java.util.Locale;

/**
 * Decides by the name of an HTTP header whether its value is a secret, which is not written to
 * plans, topics and files.
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
