package io.longhaul.cli.api;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.timeout.IdleStateEvent;

/** One end of a connection, which is closed when its other end is silent for too long or broken. */
@SuppressWarnings("FutureReturnValueIgnored") // whoever is hung up on is gone
abstract class ApiConnectionHandler<M> extends SimpleChannelInboundHandler<M> {
  @Override
  public final void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent) {
      context.close();
    }
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }
}
