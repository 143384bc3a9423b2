package io.longhaul.load.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/** Counts the bytes of the frames that the HTTP/2 codec writes, before encryption. */
@SuppressWarnings("FutureReturnValueIgnored") // The result goes to the promise that is passed on.
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
