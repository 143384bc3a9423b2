package io.longhaul.load.endpoint;

import java.util.Objects;

/**
 * A text of a message.
 *
 * @param name name by which some endpoints distinguish texts, such as {@code query}; may be empty
 * @param content the text
 */
public record MessageText(String name, String content) {

  public MessageText {
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(content, "content is null");
  }

  /** Creates a text without a name. */
  public static MessageText of(String content) {
    return new MessageText("", content);
  }
}
