package io.longhaul.schema;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reasons of failed requests that readers of events and rows recognize. Generators report others,
 * too, some with a code, such as {@code http_503}.
 */
public enum FailureReason {
  CONNECT_FAILED,
  CONNECT_TIMEOUT,
  TLS_FAILED,
  UNSUPPORTED_CONTENT_ENCODING,
  REQUEST_TIMEOUT,
  /** The response is complete but has no chunk. */
  NO_CONTENT;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** Returns the text in events and rows. */
  public String word() {
    return word;
  }

  /** Returns whether a text in an event or a row is this reason. */
  public boolean matches(@Nullable String text) {
    return word.equals(text);
  }

  /** Returns the reason with this text; empty if it is none of these. */
  public static Optional<FailureReason> ofWord(String text) {
    return Arrays.stream(values()).filter(reason -> reason.matches(text)).findFirst();
  }
}
