package io.longhaul.load.endpoint;

import java.util.List;

/**
 * One message of a conversation.
 *
 * @param role who speaks: {@code system}, {@code user} or {@code assistant}
 * @param texts its text, in one part or several; not empty
 */
public record Message(String role, List<String> texts) {

  public Message {
    texts = List.copyOf(texts);
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("Invalid message: no text (a message says something)");
    }
  }

  /** A message of the user in one part. */
  public static Message user(String text) {
    return new Message("user", List.of(text));
  }
}
