package io.longhaul.load.plan.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.load.plan.check.Nullable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Removes secrets from files and topics: the values of secret headers, and texts that repeat them,
 * such as an error message about an invalid key. Immutable.
 */
public final class Redaction {
  /** Nothing is secret. */
  public static final Redaction NONE = new Redaction(Set.of(), List.of());

  private static final String REDACTED = "<redacted>";

  /** Shorter secrets, and shorter parts of a secret, would match unrelated text. */
  private static final int LEAST_SECRET_BYTES = 6;

  private final Set<String> secretHeaders;
  private final List<byte[]> secrets;

  private Redaction(Set<String> secretHeaders, List<byte[]> secrets) {
    this.secretHeaders = secretHeaders;
    this.secrets = secrets;
  }

  /** Returns a redaction of the values of these headers. */
  public static Redaction of(Map<String, Secret> secretHeaders) {
    List<byte[]> secrets = new ArrayList<>();
    for (Secret secret : secretHeaders.values()) {
      String value = secret.reveal().strip();
      // A server that repeats a key does so without the scheme before it, as in "Bearer KEY".
      byte[] key = value.substring(value.indexOf(' ') + 1).getBytes(UTF_8);
      if (key.length >= LEAST_SECRET_BYTES) {
        secrets.add(key);
      }
    }
    return new Redaction(
        secretHeaders.keySet().stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet()),
        secrets);
  }

  /** Returns the value of a header, redacted if it is secret. */
  public String header(String name, String value) {
    return secretHeaders.contains(name.toLowerCase(Locale.ROOT)) ? REDACTED : value;
  }

  /** Returns the text without secrets, or null for null. */
  @Nullable public String blotted(@Nullable String text) {
    if (secrets.isEmpty() || text == null) {
      return text;
    }
    byte[] bytes = text.getBytes(UTF_8);
    blot(bytes);
    return new String(bytes, UTF_8);
  }

  /**
   * Overwrites every secret in these bytes with asterisks of the same length. This includes the
   * start of a secret at the end of the bytes, because a long text may be cut anywhere.
   */
  public void blot(byte[] bytes) {
    for (byte[] secret : secrets) {
      for (int at = 0; at <= bytes.length - LEAST_SECRET_BYTES; at++) {
        int length = Math.min(secret.length, bytes.length - at);
        if (Arrays.equals(bytes, at, at + length, secret, 0, length)) {
          Arrays.fill(bytes, at, at + length, (byte) '*');
        }
      }
    }
  }
}
