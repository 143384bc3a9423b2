package io.longhaul.load.endpoint.request;

import java.util.List;

/**
 * One message of a conversation.
 *
 * @param role role of the author: {@code system}, {@code user} or {@code assistant}
 * @param parts texts
 * @param media images, audio and videos
 */
public record Message(String role, List<MessageText> parts, MessageMedia media) {

  public Message {
    parts = List.copyOf(parts);
    if (parts.isEmpty() && media.isEmpty()) {
      throw new IllegalArgumentException(
          "Invalid message: neither text nor media (a message needs content)");
    }
  }

  /** Creates a message with texts without names. */
  public Message(String role, List<String> texts) {
    this(role, texts.stream().map(MessageText::of).toList(), MessageMedia.NONE);
  }

  /** Creates a user message with one text. */
  public static Message user(String text) {
    return new Message("user", List.of(text));
  }

  /** Returns the texts. */
  public List<String> texts() {
    return parts.stream().map(MessageText::content).toList();
  }

  /** Returns whether the message is a single text, for which most APIs have a short form. */
  boolean isOneText() {
    return parts.size() == 1 && media.isEmpty();
  }
}
