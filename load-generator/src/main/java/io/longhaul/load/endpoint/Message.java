package io.longhaul.load.endpoint;

import java.util.List;

/**
 * One message of a conversation.
 *
 * @param role who speaks: {@code system}, {@code user} or {@code assistant}
 * @param parts its texts
 * @param media what it carries beside them
 */
public record Message(String role, List<MessageText> parts, MessageMedia media) {

  public Message {
    parts = List.copyOf(parts);
    if (parts.isEmpty() && media.isEmpty()) {
      throw new IllegalArgumentException(
          "Invalid message: neither text nor media (a message says something)");
    }
  }

  /** A message of nameless texts. */
  public Message(String role, List<String> texts) {
    this(role, texts.stream().map(MessageText::of).toList(), MessageMedia.NONE);
  }

  /** A message of the user in one part. */
  public static Message user(String text) {
    return new Message("user", List.of(text));
  }

  /** What its texts say. */
  public List<String> texts() {
    return parts.stream().map(MessageText::content).toList();
  }

  /** Whether it is one text and nothing else, which has a shorter form in most languages. */
  boolean isOneText() {
    return parts.size() == 1 && media.isEmpty();
  }
}
