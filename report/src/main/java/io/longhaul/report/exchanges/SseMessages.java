package io.longhaul.report.exchanges;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of an event stream with all their fields. The time of a message is that of the read
 * that contained the end of its blank line; for a truncated message, that of the last read.
 */
public final class SseMessages {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final byte[] body;
  private final List<Integer> partEnds;
  private final List<Long> partEpochNanos;

  private final List<Message> messages = new ArrayList<>();
  private List<Field> fields = new ArrayList<>();
  private int part;

  private SseMessages(byte[] body, List<Integer> partEnds, List<Long> partEpochNanos) {
    this.body = body;
    this.partEnds = partEnds;
    this.partEpochNanos = partEpochNanos;
  }

  /**
   * One line of a message.
   *
   * @param name name of the field; {@code comment} for a comment
   * @param value trimmed value; null if the line has no colon
   */
  public record Field(String name, @Nullable String value) {}

  /** The lines between two blank lines. */
  public record Message(long epochNanos, List<Field> fields) {}

  /**
   * Parses a body.
   *
   * @param partEnds end position of each part that was read
   * @param partEpochNanos time at which each part was read
   */
  public static List<Message> of(byte[] body, List<Integer> partEnds, List<Long> partEpochNanos) {
    return new SseMessages(body, partEnds, partEpochNanos).read();
  }

  private List<Message> read() {
    int lineStart = startsWithByteOrderMark() ? BYTE_ORDER_MARK.length : 0;
    for (int at = lineStart; at < body.length; at++) {
      if (body[at] == '\n' || body[at] == '\r') {
        line(lineStart, at);
        boolean crLf = body[at] == '\r' && at + 1 < body.length && body[at + 1] == '\n';
        at += crLf ? 1 : 0;
        lineStart = at + 1;
      }
    }
    if (lineStart < body.length) {
      line(lineStart, body.length);
    }
    endMessage(body.length - 1);
    return messages;
  }

  private boolean startsWithByteOrderMark() {
    return body.length >= 3 && Arrays.equals(body, 0, 3, BYTE_ORDER_MARK, 0, 3);
  }

  private void line(int start, int end) {
    if (start == end) {
      endMessage(end);
      return;
    }
    String line = new String(body, start, end - start, UTF_8);
    int colon = line.indexOf(':');
    if (colon < 0) {
      fields.add(new Field(line.strip(), null));
    } else {
      String name = colon == 0 ? "comment" : line.substring(0, colon).strip();
      fields.add(new Field(name, line.substring(colon + 1).strip()));
    }
  }

  /**
   * @param lastByte position of the byte that completes the message
   */
  private void endMessage(int lastByte) {
    if (fields.isEmpty()) {
      return;
    }
    while (partEnds.get(part) <= lastByte) {
      part++;
    }
    messages.add(new Message(partEpochNanos.get(part), fields));
    fields = new ArrayList<>();
  }
}
