package io.longhaul.cli.api;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;

/** Aggregates a request and its body; rejects a large body without reading it. */
final class BodySizeLimit extends HttpObjectAggregator {
  private static final int MAX_BYTES = 8192;

  BodySizeLimit() {
    super(MAX_BYTES, true);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection
  protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
    HttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE);
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_LENGTH, 0)
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }
}
