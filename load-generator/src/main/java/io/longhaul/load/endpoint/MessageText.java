package io.longhaul.load.endpoint;

import java.util.Objects;

/**
 * A text of a message.
 *
 * @param name by which some endpoints tell texts apart, such as {@code query}; empty when it has
 *     none
 * @param content the text itself
 */
public record MessageText(String name, String content) {

  public MessageText {
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(content, "content is null");
  }

  /** A text without a name. */
  public static MessageText of(String content) {
    return new MessageText("", content);
  }
}
