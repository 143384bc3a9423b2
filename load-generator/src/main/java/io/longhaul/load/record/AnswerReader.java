package io.longhaul.load.record;

import io.longhaul.load.endpoint.Delta;
import io.longhaul.load.endpoint.EndpointDialect;
import io.longhaul.load.endpoint.ResponseReader;
import io.longhaul.load.endpoint.ResponseResult;
import io.longhaul.load.endpoint.Usage;
import io.longhaul.load.grpc.MessageDeframer;
import io.longhaul.load.grpc.MessageException;
import io.longhaul.load.sse.SseDecoder;
import io.longhaul.load.sse.SseEvent;
import io.longhaul.load.sse.SseLimitException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Makes chunks of the bytes of one answer, and at its end says how it was. An event stream gives
 * chunks as it comes, and so do messages; any other good answer gives one at its end, an answer
 * with an error status none. For the recording thread.
 */
public final class AnswerReader {
  private static final int MAX_BODY_BYTES = 16 << 20;
  private static final int MAX_ERROR_BODY_BYTES = 64 << 10;

  /** How much of an answer without content its error message shows. */
  private static final int SHOWN_BYTES = 300;

  private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\s\\p{Cntrl}\\ufffd]+");

  /** The text of a stream is held until it is counted as a whole: as much as of any other body. */
  private static final int MAX_TEXT_CHARS = 16 << 20;

  private final EndpointDialect dialect;
  private final Consumer<Delta> chunks;

  /** Null before the head, and of an answer with an error status. */
  private ResponseReader reader;

  /** Null unless the answer is an event stream. */
  private SseDecoder decoder;

  /** Null unless the answer is made of messages. */
  private MessageDeframer deframer;

  private final ByteArrayOutputStream wholeBody = new ByteArrayOutputStream(0);

  /** The first bytes of a good answer, for as long as it has no chunk; then null. */
  private ByteArrayOutputStream beginning = new ByteArrayOutputStream(0);

  private int maxBodyBytes;
  private long textChars;

  /** Why nothing more is read; null while all is well. */
  private Told brokenOff;

  /**
   * @param chunks hears each delta that bears text
   */
  public AnswerReader(EndpointDialect dialect, Consumer<Delta> chunks) {
    this.dialect = dialect;
    this.chunks = chunks;
  }

  /** What is wrong with an answer: a word to count by, and a sentence. */
  public record Told(String reason, String message) {}

  /** The head has come: how the rest is read. */
  public void head(int status, String contentType) {
    if (!isGood(status)) {
      maxBodyBytes = MAX_ERROR_BODY_BYTES;
      return;
    }
    boolean isStream = contentType.toLowerCase(Locale.ROOT).startsWith("text/event-stream");
    reader = dialect.newReader(isStream);
    decoder = isStream ? new SseDecoder(this::event) : null;
    deframer = reader.readsMessages() ? new MessageDeframer(this::message) : null;
    maxBodyBytes = MAX_BODY_BYTES;
  }

  static boolean isGood(int status) {
    return status >= 200 && status < 300;
  }

  /** The next bytes of the body. */
  public void body(byte[] bytes) {
    if (brokenOff != null) {
      return;
    }
    if (beginning != null) {
      beginning.write(bytes, 0, Math.min(SHOWN_BYTES - beginning.size(), bytes.length));
    }
    if (decoder == null && deframer == null) {
      keep(bytes);
      return;
    }
    try {
      if (deframer == null) {
        decoder.feed(bytes, 0, bytes.length);
      } else {
        deframer.feed(bytes);
      }
    } catch (SseLimitException e) {
      breakOff(e);
    } catch (MessageException e) {
      brokenOff = new Told(e.reason(), e.getMessage());
    }
  }

  private void keep(byte[] bytes) {
    int room = maxBodyBytes - wholeBody.size();
    wholeBody.write(bytes, 0, Math.min(room, bytes.length));
    if (bytes.length > room && reader != null) {
      brokenOff = new Told("body_too_long", "The answer is longer than " + MAX_BODY_BYTES + " B");
    }
  }

  private void event(SseEvent event) {
    take(reader.event(event));
  }

  private void message(byte[] bytes, int offset, int length) {
    take(reader.body(bytes, offset, length));
  }

  private void take(Delta delta) {
    if (!delta.isChunk() || brokenOff != null) {
      return;
    }
    textChars += delta.content().length() + delta.reasoning().length();
    if (textChars > MAX_TEXT_CHARS) {
      brokenOff =
          new Told("text_too_long", "The text is longer than " + MAX_TEXT_CHARS + " characters");
      return;
    }
    beginning = null;
    chunks.accept(delta);
  }

  private void breakOff(SseLimitException e) {
    brokenOff = new Told(e.limit().name().toLowerCase(Locale.ROOT), e.getMessage());
  }

  /** Why the rest of this answer is of no use; null while it is. */
  public Told brokenOff() {
    return brokenOff;
  }

  /**
   * No more bytes come: reads what was left.
   *
   * @param endedProperly whether the HTTP body did
   */
  public void end(boolean endedProperly) {
    if (reader == null || brokenOff != null) {
      return;
    }
    if (deframer != null) {
      if (endedProperly && deframer.isWithinMessage()) {
        brokenOff = new Told("message_cut", "The answer ended within a message");
      }
      return;
    }
    if (decoder == null) {
      if (endedProperly) {
        take(reader.body(wholeBody.toByteArray(), 0, wholeBody.size()));
      }
      return;
    }
    try {
      decoder.end(endedProperly);
    } catch (SseLimitException e) {
      breakOff(e);
    }
  }

  /** How an answer with a good status was; after {@link #end}. */
  public ResponseResult verdict(boolean endedProperly) {
    return reader.result(endedProperly);
  }

  /** What a complete answer without a chunk contained instead, as far as it can be printed. */
  String withoutContent() {
    String shown =
        NOT_PRINTABLE.matcher(beginning.toString(StandardCharsets.UTF_8)).replaceAll(" ").strip();
    // Nothing follows it: a secret that is cut at the end of a text is still recognized.
    return shown.isEmpty()
        ? "The answer is complete and empty"
        : "The answer is complete but has no content. It begins: " + shown;
  }

  /** What an answer with an error status said. */
  String errorMessage() {
    return dialect.errorMessage(wholeBody.toByteArray(), 0, wholeBody.size());
  }

  /** What the server counted, if it said so. */
  public Optional<Usage> usage() {
    return reader == null ? Optional.empty() : reader.usage();
  }

  Optional<String> finishReason() {
    return reader == null ? Optional.empty() : reader.finishReason();
  }

  /** Ill-formed pieces of UTF-8 that were replaced. */
  int utf8Replaced() {
    return decoder == null ? 0 : (int) Math.min(Integer.MAX_VALUE, decoder.utf8Replaced());
  }
}
