package io.longhaul.load.sse;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What one block of a stream said: a name, data, a comment, or several of them.
 *
 * <p>This is a view of the decoder's own bytes. It is valid only while {@link SseListener#event}
 * runs; whoever needs more takes {@link #dataText()}.
 */
public final class SseEvent {

  private String name = "";
  private String comment = "";
  private boolean hasData;
  private byte[] bytes = {};
  private int offset;
  private int length;
  private boolean terminated;

  SseEvent() {}

  /** The value of the last {@code event} field, empty when there is none. */
  public String name() {
    return name;
  }

  /** Whether the block had a {@code data} field; its value may still be empty. */
  public boolean hasData() {
    return hasData;
  }

  /** Holds the data, which is well-formed UTF-8 without a byte order mark. */
  public byte[] dataBytes() {
    return bytes;
  }

  /** Where the data begins in {@link #dataBytes()}. */
  public int dataOffset() {
    return offset;
  }

  /** The number of bytes of data. */
  public int dataLength() {
    return length;
  }

  /** The data as text; the lines of several {@code data} fields are joined with a line feed. */
  public String dataText() {
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  /** The first comment of the block, without its colon. */
  public Optional<String> comment() {
    return comment.isEmpty() ? Optional.empty() : Optional.of(comment);
  }

  /**
   * Whether a blank line ended the event. Only the last event of a stream may lack it: it was ended
   * by the end of the stream.
   */
  public boolean isTerminated() {
    return terminated;
  }

  void set(
      String name,
      String comment,
      boolean hasData,
      byte[] bytes,
      int offset,
      int length,
      boolean terminated) {
    this.name = name;
    this.comment = comment;
    this.hasData = hasData;
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
    this.terminated = terminated;
  }
}
