package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.net.SocketAddress;

/**
 * The first handler of a channel's pipeline, directly at the operating system. It reads the clock
 * before anything else and passes the time to its {@link ChannelListener}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The result goes to the promise that is passed on.
final class StampingHandler extends ChannelDuplexHandler {

  static final String NAME = "stamps";

  private final RunClock clock;
  private final ChannelListener listener;

  StampingHandler(RunClock clock, ChannelListener listener) {
    this.clock = clock;
    this.listener = listener;
  }

  @Override
  public void connect(
      ChannelHandlerContext context,
      SocketAddress remote,
      SocketAddress local,
      ChannelPromise promise) {
    long atNanos = clock.nowNanos();
    listener.connecting(remote, atNanos);
    context.connect(remote, local, promise);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    listener.opened();
    context.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    long atNanos = clock.nowNanos();
    listener.read(atNanos);
    context.fireChannelRead(bytes);
  }

  @Override
  public void write(ChannelHandlerContext context, Object bytes, ChannelPromise promise) {
    listener.writing(((ByteBuf) bytes).readableBytes());
    context.write(bytes, promise);
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    long atNanos = clock.nowNanos();
    listener.flushing(atNanos);
    context.flush();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    long atNanos = clock.nowNanos();
    listener.closed(atNanos);
    context.fireChannelInactive();
  }
}
