package io.longhaul.mock.llm;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.EventExecutor;

/**
 * How the bytes of one answer reach the socket: in HTTP/1.1's words, or as a stream of HTTP/2 with
 * HTTP's or gRPC's. What goes out when, an {@link Exchange} and its answer decide.
 */
interface ResponseWriter {

  /** The connection's number in order of arrival, from 1. */
  long connection();

  EventExecutor loop();

  ByteBuf buffer();

  // What stands in the bytes that are written.

  /** The head of a good answer whose length is not known. */
  void streamHead(ByteBuf out);

  /** The head of a good answer that is JSON, or a message. */
  void head(ByteBuf out, int contentLength);

  /** The head and the body of an answer that is no completion. */
  void error(ByteBuf out, ErrorContent error);

  /** A part of an answer whose length is not known. */
  void chunk(ByteBuf out, ByteBuf content);

  /** The proper end of an answer whose length is not known. */
  void lastChunk(ByteBuf out);

  /**
   * An answer that is no completion.
   *
   * @param message what it says, for people
   * @param text the body in which it says so
   * @param extraHeaders whole lines of HTTP/1.1, each with its line end; may be empty
   */
  record ErrorContent(
      int status, String contentType, String message, String text, String extraHeaders) {}

  // Writing.

  /** Hands bytes to the socket, and takes the buffer over. */
  void write(ByteBuf bytes);

  /** All bytes of the answer are handed over: says so, where the protocol has a way to. */
  void finish();

  /** When bytes were last handed to the socket. */
  long flushNanos();

  /** Whether not all of what was last handed over could be taken. */
  boolean blocked();

  // Afterwards.

  /** The answer is over as it should be: the connection may serve another request. */
  void responseDone();

  /** Closes the connection after this time, unless a request begins before. */
  void closeWhenIdle(long nanos);

  /** Closes the connection (FIN) behind what was written. */
  void closeAfterResponse();

  /** Ends the answer by force: resets the connection, or the stream. */
  void reset();
}
