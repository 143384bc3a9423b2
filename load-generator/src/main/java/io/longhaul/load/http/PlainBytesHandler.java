package io.longhaul.load.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Behind TLS: tells the {@link Connection} which reads brought bytes of an answer and not only
 * records of the protocol, such as session tickets.
 */
final class PlainBytesHandler extends ChannelInboundHandlerAdapter {

  static final String NAME = "plain-bytes";

  private final Connection connection;

  PlainBytesHandler(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    connection.plainBytes();
    context.fireChannelRead(bytes);
  }
}
