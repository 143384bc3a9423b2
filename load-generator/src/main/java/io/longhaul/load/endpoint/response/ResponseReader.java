package io.longhaul.load.endpoint.response;

import io.longhaul.load.sse.SseEvent;
import java.util.Optional;

/**
 * Reads one response with a successful status.
 *
 * <p>Order: {@link #event} for each event of a stream; or {@link #body} once for a response that is
 * not a stream, or for each gRPC message; then {@link #result} once. Server data never causes an
 * exception: errors are recorded, reading continues, and the result reports them. Not thread-safe.
 */
public interface ResponseReader {

  /** Returns whether the response consists of gRPC messages, each of which is read as a body. */
  default boolean readsMessages() {
    return false;
  }

  /**
   * Reads an event of a stream. Returns {@link Delta#NOTHING} if it contains neither text nor an
   * end.
   */
  Delta event(SseEvent event);

  /** Reads the whole body of a response that is not a stream, or one message. */
  Delta body(byte[] bytes, int offset, int length);

  /** Returns the last usage that was not empty. */
  default Optional<Usage> usage() {
    return Optional.empty();
  }

  /** Returns the first finish reason. */
  default Optional<String> finishReason() {
    return Optional.empty();
  }

  /**
   * Returns the result of the response. A stream is complete if its body ended properly and it
   * contained {@code [DONE]} or a finish reason for each choice.
   *
   * @param bodyEndedProperly whether the HTTP body ended as its framing requires
   */
  ResponseResult result(boolean bodyEndedProperly);
}
