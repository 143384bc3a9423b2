package io.longhaul.cli.api;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.timeout.IdleStateEvent;

/** Handler of a connection that is closed when it is idle for too long or fails. */
@SuppressWarnings("FutureReturnValueIgnored") // the connection is closed
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
