package io.longhaul.load.plan.server;

import java.util.Objects;

/**
 * A text that must not be printed, logged or written to a file, such as an API key.
 *
 * <p>It has no getter and no field that a serializer could see: Jackson rejects it. Only the code
 * that writes the text to the network calls {@link #reveal()}.
 */
public final class Secret {
  private final transient String text;

  private Secret(String text) {
    this.text = text;
  }

  /** Returns a secret with this text. */
  public static Secret of(String text) {
    return new Secret(Objects.requireNonNull(text, "text"));
  }

  /** Returns the text. */
  public String reveal() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && secret.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Always {@code ***}. */
  @Override
  public String toString() {
    return "***";
  }
}
