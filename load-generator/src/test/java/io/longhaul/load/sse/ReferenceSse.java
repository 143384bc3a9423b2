package io.longhaul.load.sse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/**
 * The rules for event streams once more, written down for a text that is there as a whole: slow,
 * plain, and without limits.
 */
final class ReferenceSse {

  private ReferenceSse() {}

  /** What a {@link RecordingSseListener} is to hear of a stream that ended properly. */
  static List<String> read(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    String content = text.startsWith("\uFEFF") ? text.substring(1) : text;
    String[] lines = content.replace("\r\n", "\n").replace('\r', '\n').split("\n", -1);
    List<String> heard = new ArrayList<>();
    List<String> block = new ArrayList<>();
    for (int i = 0; i < lines.length; i++) {
      boolean isLast = i == lines.length - 1;
      if (!lines[i].isEmpty()) {
        block.add(lines[i]);
      }
      if (lines[i].isEmpty() && !isLast) {
        heard.addAll(event(block, ""));
        block.clear();
      }
    }
    heard.addAll(event(block, "|unterminated"));
    return heard;
  }

  /** The event of a block, or none. */
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
