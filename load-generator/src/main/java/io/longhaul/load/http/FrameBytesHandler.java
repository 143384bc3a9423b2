package io.longhaul.load.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/** Counts the bytes of frames as the HTTP/2 codec writes them, before they are encrypted. */
@SuppressWarnings("FutureReturnValueIgnored") // The outcome goes to the promise that is handed on.
final class FrameBytesHandler extends ChannelOutboundHandlerAdapter {
  private long bytes;

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    bytes += ((ByteBuf) message).readableBytes();
    context.write(message, promise);
  }

  long bytes() {
    return bytes;
  }
}
