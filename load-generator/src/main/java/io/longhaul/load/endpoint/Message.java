package io.longhaul.load.endpoint;

import java.util.List;

/**
 * One message of a conversation.
 *
 * @param role who speaks: {@code system}, {@code user} or {@code assistant}
 * @param parts its texts
 * @param images where its images are: URLs, mostly {@code data:} ones that hold the image itself
 */
public record Message(String role, List<Text> parts, List<String> images) {

  public Message {
    parts = List.copyOf(parts);
    images = List.copyOf(images);
    if (parts.isEmpty() && images.isEmpty()) {
      throw new IllegalArgumentException(
          "Invalid message: neither text nor image (a message says something)");
    }
  }

  /** A message of nameless texts. */
  public Message(String role, List<String> texts) {
    this(role, texts.stream().map(Text::of).toList(), List.of());
  }

  /** A message of the user in one part. */
  public static Message user(String text) {
    return new Message("user", List.of(text));
  }

  /** What its texts say. */
  public List<String> texts() {
    return parts.stream().map(Text::content).toList();
  }
}
