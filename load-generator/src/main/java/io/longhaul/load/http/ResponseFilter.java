package io.longhaul.load.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Stands between the HTTP codec and Async HTTP Client and keeps from it what it would take for the
 * answer: interim answers (it knows 100 only; after a 103 it would hand the connection back while
 * the real answer is still to come), and what comes when nothing was asked.
 */
final class ResponseFilter extends ChannelInboundHandlerAdapter {

  static final String NAME = "answers";

  private static final int CONTINUE = 100;
  private static final int SWITCHING_PROTOCOLS = 101;

  private final Connection connection;
  private boolean inInterimAnswer;

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
      inInterimAnswer = isInterim(head);
    }
    if (inInterimAnswer) {
      inInterimAnswer = !(part instanceof LastHttpContent);
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
