package io.longhaul.load.plan;

import java.util.Locale;
import java.util.Optional;

/** The API that a request speaks. */
public enum EndpointType {
  /** {@code /v1/chat/completions}. */
  CHAT,
  /** {@code /v1/completions}. */
  COMPLETIONS;

  /** The name on a command line and in a plan, for example {@code chat}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type with this name, in any case, or empty when there is none. */
  public static Optional<EndpointType> of(String word) {
    return Words.find(values(), EndpointType::word, word);
  }
}
