package io.longhaul.load.sse;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.load.sse.SseLimitException.Limit;
import java.util.Arrays;

/**
 * Decodes the events of one {@code text/event-stream}, from bytes that may be split anywhere.
 *
 * <p>It follows the rules of the WHATWG: lines end with LF, CR or CRLF; an initial byte order mark
 * is ignored; several {@code data} fields of an event are joined with line feeds; one space after a
 * field's colon is removed; unknown fields are ignored. {@code id} and {@code retry} are ignored
 * too, because a load generator never reconnects. An event is emitted as soon as the byte that ends
 * it arrives. Three things go beyond those rules, because a load generator must not miss them:
 *
 * <ol>
 *   <li>A block with a name or a comment but without data is emitted, too: {@code event: error}
 *       alone is an error, and comments show that a server is alive.
 *   <li>The first comment of a block is part of its event.
 *   <li>If the stream ended properly, a last event without a blank line is emitted and marked as
 *       not terminated.
 * </ol>
 *
 * <p>Data that is contiguous in the input is not copied. Malformed UTF-8 is replaced by U+FFFD and
 * counted. A line of more than {@value #MAX_LINE_BYTES} bytes, and an event with more than {@value
 * #MAX_EVENT_BYTES} bytes of data, end decoding with an {@link SseLimitException}, so memory is
 * limited to about the sum of the two.
 */
public final class SseDecoder {

  /** Maximum length of a line without its line end: 1 MiB. */
  public static final int MAX_LINE_BYTES = 1 << 20;

  /** Maximum length of the data of an event, including the line feeds between its lines: 4 MiB. */
  public static final int MAX_EVENT_BYTES = 4 << 20;

  private static final byte LF = '\n';
  private static final byte CR = '\r';
  private static final byte[] DATA = "data".getBytes(UTF_8);
  private static final byte[] EVENT = "event".getBytes(UTF_8);
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final byte[] EMPTY = {};
  private static final int SMALLEST_BUFFER_BYTES = 256;

  private final SseListener listener;
  private final int maxLineBytes;
  private final int maxEventBytes;
  private final SseEvent event = new SseEvent();

  /** The start of a line whose end has not arrived yet. */
  private byte[] unfinishedLine = EMPTY;

  private int unfinishedLineLength;

  private boolean firstLine = true;
  private boolean skipLineFeed;
  private boolean done;

  /** The content of the current block. Its data may still be in the input array. */
  private String name = "";

  private String comment = "";
  private boolean hasData;
  private byte[] data = EMPTY;
  private int dataStart;
  private int dataLength;

  /**
   * Data that had to be copied: data of several lines, or of a block that continues in the next
   * input.
   */
  private byte[] copiedData = EMPTY;

  private long utf8Replaced;

  /** Creates a decoder with the limits above. */
  public SseDecoder(SseListener listener) {
    this(listener, MAX_LINE_BYTES, MAX_EVENT_BYTES);
  }

  SseDecoder(SseListener listener, int maxLineBytes, int maxEventBytes) {
    this.listener = listener;
    this.maxLineBytes = maxLineBytes;
    this.maxEventBytes = maxEventBytes;
  }

  /**
   * Decodes the next bytes of the stream and emits the events that end in them. The array may be
   * reused afterwards.
   *
   * @throws SseLimitException if a line or an event is too long; earlier events have been emitted
   * @throws IllegalStateException if the stream has already ended or failed
   */
  public void feed(byte[] bytes, int offset, int length) throws SseLimitException {
    requireOpen("feed");
    int end = offset + length;
    int lineStart = offset;
    if (skipLineFeed && length > 0) {
      skipLineFeed = false;
      if (bytes[lineStart] == LF) {
        lineStart++;
      }
    }
    for (int at = lineEnd(bytes, lineStart, end); at < end; at = lineEnd(bytes, lineStart, end)) {
      takeLine(bytes, lineStart, at);
      lineStart = at + 1;
      if (bytes[at] == CR) {
        if (lineStart == end) {
          skipLineFeed = true;
        } else if (bytes[lineStart] == LF) {
          lineStart++;
        }
      }
    }
    copyData();
    bufferLine(bytes, lineStart, end);
  }

  /**
   * Ends the stream. A last event without a blank line is emitted if the stream ended properly, and
   * discarded otherwise.
   *
   * @param endedProperly whether the body with the stream ended properly
   * @throws SseLimitException if the last event is too long
   * @throws IllegalStateException if the stream has already ended or failed
   */
  public void end(boolean endedProperly) throws SseLimitException {
    requireOpen("end");
    if (endedProperly) {
      emitLeftover();
    }
    done = true;
    unfinishedLine = EMPTY;
    copiedData = EMPTY;
    data = EMPTY;
  }

  /** Returns how many malformed UTF-8 sequences in the emitted events were replaced by U+FFFD. */
  public long utf8Replaced() {
    return utf8Replaced;
  }

  private static int lineEnd(byte[] bytes, int start, int end) {
    int at = start;
    while (at < end && bytes[at] != LF && bytes[at] != CR) {
      at++;
    }
    return at;
  }

  private void takeLine(byte[] bytes, int start, int end) throws SseLimitException {
    if (unfinishedLineLength == 0) {
      require(end - start, maxLineBytes, Limit.LINE_TOO_LONG);
      readLine(bytes, start, end);
      return;
    }
    bufferLine(bytes, start, end);
    int length = unfinishedLineLength;
    unfinishedLineLength = 0;
    readLine(unfinishedLine, 0, length);
  }

  private void readLine(byte[] line, int start, int end) throws SseLimitException {
    int from = start;
    if (firstLine) {
      firstLine = false;
      if (startsWith(line, start, end, BYTE_ORDER_MARK)) {
        from += BYTE_ORDER_MARK.length;
      }
    }
    if (from == end) {
      emitEvent(true);
      return;
    }
    int colon = indexOfColon(line, from, end);
    int valueStart = Math.min(colon + 1, end);
    if (valueStart < end && line[valueStart] == ' ') {
      valueStart++;
    }
    if (isField(line, from, colon, DATA)) {
      addData(line, valueStart, end);
    } else if (colon == from) {
      if (comment.isEmpty()) {
        comment = text(line, valueStart, end);
      }
    } else if (isField(line, from, colon, EVENT)) {
      name = text(line, valueStart, end);
    }
  }

  private void addData(byte[] line, int start, int end) throws SseLimitException {
    int length = end - start;
    if (!hasData) {
      require(length, maxEventBytes, Limit.EVENT_TOO_LONG);
      hasData = true;
      data = line;
      dataStart = start;
      dataLength = length;
    } else {
      require((long) dataLength + 1 + length, maxEventBytes, Limit.EVENT_TOO_LONG);
      copyData();
      copiedData = withCapacity(copiedData, dataLength, 1 + length, maxEventBytes);
      copiedData[dataLength] = LF;
      System.arraycopy(line, start, copiedData, dataLength + 1, length);
      data = copiedData;
      dataStart = 0;
      dataLength += 1 + length;
    }
  }

  /** Copies data from bytes that are about to change. */
  private void copyData() {
    if (data == copiedData || dataLength == 0) {
      return;
    }
    copiedData = withCapacity(copiedData, 0, dataLength, maxEventBytes);
    System.arraycopy(data, dataStart, copiedData, 0, dataLength);
    data = copiedData;
    dataStart = 0;
  }

  private void bufferLine(byte[] bytes, int start, int end) throws SseLimitException {
    int length = end - start;
    if (length == 0) {
      return;
    }
    require((long) unfinishedLineLength + length, maxLineBytes, Limit.LINE_TOO_LONG);
    unfinishedLine = withCapacity(unfinishedLine, unfinishedLineLength, length, maxLineBytes);
    System.arraycopy(bytes, start, unfinishedLine, unfinishedLineLength, length);
    unfinishedLineLength += length;
  }

  private void emitLeftover() throws SseLimitException {
    if (unfinishedLineLength > 0) {
      readLine(unfinishedLine, 0, unfinishedLineLength);
    }
    emitEvent(false);
  }

  /** Emits the current block unless it is empty, and starts the next one. */
  private void emitEvent(boolean terminated) {
    if (!hasData && name.isEmpty() && comment.isEmpty()) {
      return;
    }
    if (!Utf8.isWellFormed(data, dataStart, dataStart + dataLength)) {
      data = text(data, dataStart, dataStart + dataLength).getBytes(UTF_8);
      dataStart = 0;
      dataLength = data.length;
    }
    event.set(name, comment, hasData, data, dataStart, dataLength, terminated);
    name = "";
    comment = "";
    hasData = false;
    data = EMPTY;
    dataStart = 0;
    dataLength = 0;
    listener.event(event);
  }

  private String text(byte[] bytes, int start, int end) {
    String text = new String(bytes, start, end - start, UTF_8);
    utf8Replaced += Utf8.countReplaced(bytes, start, end, text);
    return text;
  }

  private void requireOpen(String verb) {
    if (done) {
      throw new IllegalStateException(
          "Cannot " + verb + ": the stream has ended (a decoder reads one stream)");
    }
  }

  private void require(long length, int max, Limit limit) throws SseLimitException {
    if (length > max) {
      done = true;
      throw new SseLimitException(limit, max);
    }
  }

  private static int indexOfColon(byte[] line, int start, int end) {
    int at = start;
    while (at < end && line[at] != ':') {
      at++;
    }
    return at;
  }

  private static boolean isField(byte[] line, int start, int end, byte[] field) {
    return end - start == field.length && startsWith(line, start, end, field);
  }

  private static boolean startsWith(byte[] bytes, int start, int end, byte[] prefix) {
    return end - start >= prefix.length
        && Arrays.equals(bytes, start, start + prefix.length, prefix, 0, prefix.length);
  }

  /**
   * Returns the buffer, or a larger copy, with space for {@code more} bytes after the used ones.
   */
  private static byte[] withCapacity(byte[] buffer, int used, int more, int max) {
    int needed = used + more;
    if (needed <= buffer.length) {
      return buffer;
    }
    int doubled = Math.max(SMALLEST_BUFFER_BYTES, 2 * buffer.length);
    return Arrays.copyOf(buffer, Math.max(needed, Math.min(doubled, max)));
  }
}
