package io.longhaul.load.plan;

import java.util.Objects;

/**
 * A text that must not be printed, logged or written into a file, such as an API key.
 *
 * <p>It has no getter and no field that a serializer could see: Jackson refuses it. {@link
 * #reveal()} is called in the one place that puts it on the network.
 */
public final class Secret {
  private final transient String text;

  private Secret(String text) {
    this.text = text;
  }

  /** Hides this text. */
  public static Secret of(String text) {
    return new Secret(Objects.requireNonNull(text, "text"));
  }

  /** The hidden text. */
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
