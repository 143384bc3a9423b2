package io.longhaul.sinks.genaiperf;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The APIs whose answers can be told in GenAI-Perf's files. */
public enum GenAiPerfEndpoint {
  CHAT("v1/chat/completions"),
  COMPLETIONS("v1/completions"),
  EMBEDDINGS("v1/embeddings");

  private final String path;

  GenAiPerfEndpoint(String path) {
    this.path = path;
  }

  /** The endpoint of a typed name, such as {@code chat}; empty when GenAI-Perf has none like it. */
  public static Optional<GenAiPerfEndpoint> named(String typedName) {
    return Arrays.stream(values()).filter(one -> one.typedName().equals(typedName)).findFirst();
  }

  /** As in {@code --endpoint-type}. */
  public String typedName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The API's own path, as GenAI-Perf writes it. */
  public String path() {
    return path;
  }

  /** Whether answers are made of tokens. */
  public boolean hasTokens() {
    return this != EMBEDDINGS;
  }
}
