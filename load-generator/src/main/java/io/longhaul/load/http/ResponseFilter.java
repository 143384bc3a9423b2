package io.longhaul.load.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Removes messages that Async HTTP Client would mistake for the response: interim responses (it
 * handles only 100; after a 103 it would return the connection to the pool before the actual
 * response arrives), and data without a request. Placed between the HTTP codec and Async HTTP
 * Client.
 */
final class ResponseFilter extends ChannelInboundHandlerAdapter {

  static final String NAME = "answers";

  private static final int CONTINUE = 100;
  private static final int SWITCHING_PROTOCOLS = 101;

  private final Connection connection;
  private boolean inInterimResponse;

  ResponseFilter(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object part) {
    if (connection.isResponseUnexpected()) {
      ReferenceCountUtil.release(part);
      connection.close();
      return;
    }
    if (part instanceof HttpResponse head) {
      inInterimResponse = isInterim(head);
    }
    if (inInterimResponse) {
      inInterimResponse = !(part instanceof LastHttpContent);
      ReferenceCountUtil.release(part);
      return;
    }
    context.fireChannelRead(part);
  }

  private static boolean isInterim(HttpResponse head) {
    int status = head.status().code();
    return head.status().codeClass() == HttpStatusClass.INFORMATIONAL
        && status != CONTINUE
        && status != SWITCHING_PROTOCOLS;
  }
}
