package io.longhaul.load.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Reports to the {@link Connection} which reads contained response bytes, rather than only TLS
 * records such as session tickets. Placed behind TLS.
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
