package io.longhaul.load.endpoint;

import io.longhaul.load.sse.SseEvent;
import java.util.Optional;

/**
 * Reads one answer with a good status.
 *
 * <p>Order: {@link #event} for each event of a stream, or {@link #body} once for an answer that is
 * not a stream, or for each message of gRPC; then {@link #result} once. Nothing that a server says
 * makes a reader throw: what is wrong is remembered, the reading goes on, and the verdict tells it.
 * One thread.
 */
public interface ResponseReader {

  /** Whether the answer is made of messages of gRPC: then each is read as a body. */
  default boolean readsMessages() {
    return false;
  }

  /** Reads an event of a stream; {@link Delta#NOTHING} when it has neither text nor an end. */
  Delta event(SseEvent event);

  /** Reads the whole body of an answer that is not a stream, or one message. */
  Delta body(byte[] bytes, int offset, int length);

  /** The last usage object that was not empty, wherever it stood. */
  Optional<Usage> usage();

  /** The first finish reason that was told. */
  Optional<String> finishReason();

  /**
   * Judges the answer. A stream is whole when its body ended properly and it had {@code [DONE]} or
   * a finish reason for each of its choices.
   *
   * @param bodyEndedProperly whether the HTTP body ended as its framing says
   */
  ResponseResult result(boolean bodyEndedProperly);
}
