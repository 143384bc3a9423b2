package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.EventExecutor;

/**
 * Writes the bytes of one response to the socket: over HTTP/1.1, or on a stream of HTTP/2, for HTTP
 * or gRPC. An {@link Exchange} and its response decide what is written and when.
 */
interface ResponseWriter {

  /** Returns the number of the connection in order of arrival, from 1. */
  long connection();

  EventExecutor loop();

  ByteBuf buffer();

  // Encoding.

  /** Writes the head of a successful response of unknown length. */
  void streamHead(ByteBuf out);

  /** Writes the head of a successful response that is JSON, or a message. */
  void head(ByteBuf out, int contentLength);

  /** Writes the head and the body of an error response. */
  void error(ByteBuf out, PlainResponse error);

  /** Writes a part of a response of unknown length. */
  void chunk(ByteBuf out, ByteBuf content);

  /** Writes the regular end of a response of unknown length. */
  void lastChunk(ByteBuf out);

  // Output.

  /** Passes bytes to the socket and releases the buffer. */
  void write(ByteBuf bytes);

  /** Marks the end of the response, if the protocol has a marker. */
  void finish();

  /** Returns the time when bytes were last passed to the socket. */
  long flushNanos();

  /** Returns whether the socket has not yet accepted all bytes. */
  boolean blocked();

  // End of the response.

  /** Completes the response regularly, so that the connection can serve another request. */
  void responseDone();

  /** Closes the connection after this time, unless a request starts earlier. */
  void closeWhenIdle(long nanos);

  /** Closes the connection (FIN) after all pending writes. */
  void closeAfterResponse();

  /** Aborts the response: resets the connection, or the stream. */
  void reset();
}
