package io.longhaul.load.sse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/**
 * A reference implementation of the rules for event streams, for a complete text: slow, simple, and
 * without limits.
 */
final class ReferenceSse {

  private ReferenceSse() {}

  /** Returns what a {@link RecordingSseListener} records for a stream that ended properly. */
  static List<String> read(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    String content = text.startsWith("\uFEFF") ? text.substring(1) : text;
    String[] lines = content.replace("\r\n", "\n").replace('\r', '\n').split("\n", -1);
    List<String> events = new ArrayList<>();
    List<String> block = new ArrayList<>();
    for (int i = 0; i < lines.length; i++) {
      boolean isLast = i == lines.length - 1;
      if (!lines[i].isEmpty()) {
        block.add(lines[i]);
      }
      if (lines[i].isEmpty() && !isLast) {
        events.addAll(event(block, ""));
        block.clear();
      }
    }
    events.addAll(event(block, "|unterminated"));
    return events;
  }

  /** Returns the event of a block, or null. */
  private static List<String> event(List<String> lines, String mark) {
    String name = "";
    String comment = "";
    List<String> data = new ArrayList<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1);
      value = value.startsWith(" ") ? value.substring(1) : value;
      switch (field) {
        case "data" -> data.add(value);
        case "event" -> name = value;
        case "" -> comment = comment.isEmpty() ? value : comment;
        default -> {}
      }
    }
    if (name.isEmpty() && comment.isEmpty() && data.isEmpty()) {
      return List.of();
    }
    return List.of(
        orDash(name)
            + "|"
            + (data.isEmpty() ? "-" : String.join("\n", data))
            + "|"
            + orDash(comment)
            + mark);
  }

  private static String orDash(String text) {
    return text.isEmpty() ? "-" : text;
  }
}
