package io.longhaul.load.endpoint.request;

/**
 * A text of a message.
 *
 * @param name name by which some endpoints distinguish texts, such as {@code query}; may be empty
 * @param content the text
 */
public record MessageText(String name, String content) {

  /** Creates a text without a name. */
  public static MessageText of(String content) {
    return new MessageText("", content);
  }
}
