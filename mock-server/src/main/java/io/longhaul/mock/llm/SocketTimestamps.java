package io.longhaul.mock.llm;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;

/**
 * The head of a connection's pipeline: reads the clock when bytes come from the socket and right
 * before they are handed to it.
 */
final class SocketTimestamps extends ChannelDuplexHandler {
  private boolean betweenRequests = true;
  private long firstByteNanos;
  private long readNanos;
  private long flushNanos;
  private boolean blocked;

  /** When the first byte of the request now being read came. */
  long firstByteNanos() {
    return firstByteNanos;
  }

  /** When the bytes last read came. */
  long readNanos() {
    return readNanos;
  }

  /** When bytes were last handed to the socket. */
  long flushNanos() {
    return flushNanos;
  }

  /** Whether the socket did not take all of what was last handed to it. */
  boolean blocked() {
    return blocked;
  }

  /** A request has been read to its end: the next byte is the first of another one. */
  void requestRead() {
    betweenRequests = true;
  }

  /** A request begins: one that stood behind another in the same read began with that read. */
  void requestStarted() {
    if (betweenRequests) {
      firstByteNanos = readNanos;
      betweenRequests = false;
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    readNanos = System.nanoTime();
    if (betweenRequests) {
      firstByteNanos = readNanos;
      betweenRequests = false;
    }
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
