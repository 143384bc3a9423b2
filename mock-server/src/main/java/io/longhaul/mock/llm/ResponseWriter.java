package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.EventExecutor;

/**
 * Writes the bytes of one response to the socket: over HTTP/1.1, or on a stream of HTTP/2, for HTTP
 * or gRPC. An {@link Exchange} and its response decide what is written and when.
 */
abstract class ResponseWriter {
  final ChannelHandlerContext context;
  private final SocketTimestamps timestamps;
  private final long connectionNumber;

  ResponseWriter(
      ChannelHandlerContext context, SocketTimestamps timestamps, long connectionNumber) {
    this.context = context;
    this.timestamps = timestamps;
    this.connectionNumber = connectionNumber;
  }

  /** Returns the number of the connection in order of arrival, from 1. */
  final long connection() {
    return connectionNumber;
  }

  final EventExecutor loop() {
    return context.executor();
  }

  abstract ByteBuf buffer();

  // Encoding.

  /** Writes the head of a successful response of unknown length. */
  abstract void streamHead(ByteBuf out);

  /** Writes the head of a successful response that is JSON, or a message. */
  abstract void head(ByteBuf out, int contentLength);

  /** Writes the head and the body of an error response. */
  abstract void error(ByteBuf out, PlainResponse error);

  /** Writes a part of a response of unknown length. The part must not be empty. */
  abstract void chunk(ByteBuf out, ByteBuf content);

  /** Writes the regular end of a response of unknown length. */
  abstract void lastChunk(ByteBuf out);

  // Output.

  /** Passes bytes to the socket and releases the buffer. */
  abstract void write(ByteBuf bytes);

  /** Marks the end of the response, if the protocol has a marker. */
  abstract void finish();

  /** Returns the time when bytes were last passed to the socket. */
  final long flushNanos() {
    return timestamps.flushNanos();
  }

  /** Returns whether the socket has not yet accepted all bytes. */
  boolean blocked() {
    return timestamps.blocked();
  }

  // End of the response.

  /** Completes the response regularly, so that the connection can serve another request. */
  abstract void responseDone();

  /** Closes the connection after this time, unless a request starts earlier. */
  abstract void closeWhenIdle(long nanos);

  /** Closes the connection (FIN) after all pending writes. */
  abstract void closeAfterResponse();

  /** Aborts the response: resets the connection, or the stream. */
  abstract void reset();
}
