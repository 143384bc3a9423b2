package io.longhaul.load.record;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.ErrorMessages;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.ResponseResult;
import io.longhaul.load.endpoint.response.Usage;
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
import org.jspecify.annotations.Nullable;

/**
 * Decodes the bytes of one response into chunks and determines whether the response is valid. Event
 * streams and gRPC responses yield chunks as they arrive. Any other successful response yields one
 * chunk at its end, an error response none. For the recording thread.
 */
public final class ResponseDecoder {
  private static final int MAX_BODY_BYTES = 16 << 20;
  private static final int MAX_ERROR_BODY_BYTES = 64 << 10;

  /** How many bytes of a response without content its error message shows. */
  private static final int SHOWN_BYTES = 300;

  private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\s\\p{Cntrl}\\ufffd]+");

  /** The text of a stream is kept until all of it is counted; limited like any other body. */
  private static final int MAX_TEXT_CHARS = 16 << 20;

  private final EndpointDialect dialect;
  private final Consumer<Delta> chunks;

  /** Null before the headers, and for a response with an error status. */
  private @Nullable ResponseReader reader;

  /** Null unless the response is an event stream. */
  private @Nullable SseDecoder decoder;

  /** Null unless the response consists of gRPC messages. */
  private @Nullable MessageDeframer deframer;

  private final ByteArrayOutputStream wholeBody = new ByteArrayOutputStream(0);

  /** The first bytes of a successful response while it has no chunk; then null. */
  private @Nullable ByteArrayOutputStream firstBytes = new ByteArrayOutputStream(0);

  private int maxBodyBytes;
  private long textChars;

  /** Why decoding has stopped; null while there is no error. */
  private @Nullable Failure failure;

  /**
   * @param chunks receives each delta that carries text
   */
  public ResponseDecoder(EndpointDialect dialect, Consumer<Delta> chunks) {
    this.dialect = dialect;
    this.chunks = chunks;
  }

  /**
   * Why a response is invalid.
   *
   * @param reason keyword by which such errors are counted
   * @param message sentence for people
   */
  public record Failure(String reason, String message) {}

  /** Called with the status and the content type, which decide how the body is decoded. */
  public void head(int status, String contentType) {
    if (!isSuccess(status)) {
      maxBodyBytes = MAX_ERROR_BODY_BYTES;
      return;
    }
    boolean isStream = contentType.toLowerCase(Locale.ROOT).startsWith("text/event-stream");
    reader = dialect.newReader(isStream);
    decoder = isStream ? new SseDecoder(this::event) : null;
    deframer = reader.readsMessages() ? new MessageDeframer(this::message) : null;
    maxBodyBytes = MAX_BODY_BYTES;
  }

  static boolean isSuccess(int status) {
    return status >= 200 && status < 300;
  }

  /** Decodes the next bytes of the body. */
  public void body(byte[] bytes) {
    if (failure != null) {
      return;
    }
    if (firstBytes != null) {
      firstBytes.write(bytes, 0, Math.min(SHOWN_BYTES - firstBytes.size(), bytes.length));
    }
    try {
      if (deframer != null) {
        deframer.feed(bytes);
      } else if (decoder != null) {
        decoder.feed(bytes, 0, bytes.length);
      } else {
        buffer(bytes);
      }
    } catch (SseLimitException e) {
      fail(e);
    } catch (MessageException e) {
      failure = new Failure(e.reason(), String.valueOf(e.getMessage()));
    }
  }

  private void buffer(byte[] bytes) {
    int free = maxBodyBytes - wholeBody.size();
    wholeBody.write(bytes, 0, Math.min(free, bytes.length));
    if (bytes.length > free && reader != null) {
      failure =
          new Failure("body_too_long", "The response is longer than " + MAX_BODY_BYTES + " B");
    }
  }

  private void event(SseEvent event) {
    take(requireNonNull(reader).event(event));
  }

  private void message(byte[] bytes, int offset, int length) {
    take(requireNonNull(reader).body(bytes, offset, length));
  }

  private void take(Delta delta) {
    if (!delta.isChunk() || failure != null) {
      return;
    }
    textChars += delta.content().length() + delta.reasoning().length();
    if (textChars > MAX_TEXT_CHARS) {
      failure =
          new Failure("text_too_long", "The text is longer than " + MAX_TEXT_CHARS + " characters");
      return;
    }
    firstBytes = null;
    chunks.accept(delta);
  }

  private void fail(SseLimitException e) {
    failure = new Failure(e.limit().reason(), String.valueOf(e.getMessage()));
  }

  /** Returns why the rest of this response is ignored; null if it is not. */
  public @Nullable Failure failure() {
    return failure;
  }

  /**
   * Ends the body and decodes what is left.
   *
   * @param endedProperly whether the HTTP body ended properly
   */
  public void end(boolean endedProperly) {
    if (reader == null || failure != null) {
      return;
    }
    if (deframer != null) {
      if (endedProperly && deframer.isWithinMessage()) {
        failure = new Failure("message_cut", "The response ended within a message");
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
      fail(e);
    }
  }

  /** Returns how a response with a successful status ended; after {@link #end}. */
  public ResponseResult verdict(boolean endedProperly) {
    return requireNonNull(reader).result(endedProperly);
  }

  /** Describes the content of a complete response without chunks, as far as it is printable. */
  String noContentMessage() {
    String shown =
        NOT_PRINTABLE
            .matcher(requireNonNull(firstBytes).toString(StandardCharsets.UTF_8))
            .replaceAll(" ")
            .strip();
    // Nothing follows this text, because redaction recognizes a truncated secret only at the end of
    // a text.
    return shown.isEmpty()
        ? "The response is complete and empty"
        : "The response is complete but has no content. It starts with: " + shown;
  }

  /** Returns the message of a response with an error status. */
  String errorMessage() {
    return ErrorMessages.of(wholeBody.toByteArray(), 0, wholeBody.size());
  }

  /** Returns the server's token counts, if it sent any. */
  public Optional<Usage> usage() {
    return reader == null ? Optional.empty() : reader.usage();
  }

  Optional<String> finishReason() {
    return reader == null ? Optional.empty() : reader.finishReason();
  }

  /** Returns the number of malformed UTF-8 sequences that were replaced. */
  int utf8Replaced() {
    return decoder == null ? 0 : (int) Math.min(Integer.MAX_VALUE, decoder.utf8Replaced());
  }
}
