package io.longhaul.load.sse;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One block of a stream: a name, data, a comment, or several of these.
 *
 * <p>This is a view of the decoder's own bytes, which is valid only during {@link
 * SseListener#event}. Use {@link #dataText()} to keep the data for longer.
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

  /** Returns the value of the last {@code event} field; empty if there is none. */
  public String name() {
    return name;
  }

  /** Returns whether the block had a {@code data} field; its value may be empty. */
  public boolean hasData() {
    return hasData;
  }

  /**
   * Returns the array that contains the data, which is well-formed UTF-8 without a byte order mark.
   */
  public byte[] dataBytes() {
    return bytes;
  }

  /** Returns the offset of the data in {@link #dataBytes()}. */
  public int dataOffset() {
    return offset;
  }

  /** Returns the length of the data in bytes. */
  public int dataLength() {
    return length;
  }

  /**
   * Returns the data as text; the lines of several {@code data} fields are joined with line feeds.
   */
  public String dataText() {
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  /** Returns the first comment of the block, without its colon. */
  public Optional<String> comment() {
    return comment.isEmpty() ? Optional.empty() : Optional.of(comment);
  }

  /**
   * Returns whether a blank line ended the event. Only the last event of a stream may lack it, if
   * the end of the stream ended it.
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
