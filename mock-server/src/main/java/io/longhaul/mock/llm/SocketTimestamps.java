package io.longhaul.mock.llm;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;

/**
 * The first handler of a connection: records the times when bytes are read from the socket and when
 * they are passed to it.
 */
final class SocketTimestamps extends ChannelDuplexHandler {
  private boolean betweenRequests = true;
  private long firstByteNanos;
  private long readNanos;
  private long flushNanos;
  private boolean blocked;

  /** Returns the time of the first byte of the current request. */
  long firstByteNanos() {
    return firstByteNanos;
  }

  /** Returns the time of the last read. */
  long readNanos() {
    return readNanos;
  }

  /** Returns the time when bytes were last passed to the socket. */
  long flushNanos() {
    return flushNanos;
  }

  /** Returns whether the socket has not accepted all bytes of the last flush. */
  boolean blocked() {
    return blocked;
  }

  /** Marks the end of a request: the next byte belongs to another one. */
  void requestRead() {
    betweenRequests = true;
  }

  /**
   * Marks the start of a request. A request that follows another one in the same read starts with
   * that read.
   */
  void requestStarted() {
    if (betweenRequests) {
      firstByteNanos = readNanos;
      betweenRequests = false;
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    readNanos = System.nanoTime();
    requestStarted();
    context.fireChannelRead(message);
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    flushNanos = System.nanoTime();
    context.flush();
    ChannelOutboundBuffer pending = context.channel().unsafe().outboundBuffer();
    blocked = pending != null && !pending.isEmpty();
  }
}
