package io.longhaul.load.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * One connection of a client, and the passages on it, one after another. It has one connection to
 * the server, made for its first request and closed with it: so a client sees of connections what
 * it would see without a proxy, and a server too.
 *
 * <p>A server may answer before the whole request has come ({@code 401}, {@code 413}). A connection
 * that is closed while its client still sends is reset, which takes the answer from the client. So
 * the answer passes, the client is told that nothing more will come, and what it still sends is
 * read and dropped (RFC 9112, 9.6).
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel: channelInactive
final class ClientConnection extends ChannelInboundHandlerAdapter {
  private static final int LINGER_SECONDS = 30;

  private final ReverseProxy proxy;
  private ChannelHandlerContext context;

  /** Null before the first request. */
  private ServerConnection server;

  /** Null between two requests. */
  private ProxiedExchange passage;

  /** The last answer is on its way; what comes from now on goes nowhere. */
  private boolean leaving;

  /**
   * What came too early: a request before the answer to the one before, a body before the server is
   * connected. No more than one read brought, as reading stops meanwhile.
   */
  private final Queue<HttpObject> waiting = new ArrayDeque<>();

  ClientConnection(ReverseProxy proxy) {
    this.proxy = proxy;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object message) {
    waiting.add((HttpObject) message);
    goOn();
  }

  private void goOn() {
    while (!waiting.isEmpty() && takesMore()) {
      take(waiting.remove());
    }
    boolean serverTakesMore = passage == null || server.isWritable();
    context.channel().config().setAutoRead(waiting.isEmpty() && serverTakesMore);
  }

  private boolean takesMore() {
    if (passage == null) {
      return context.channel().isActive();
    }
    return !passage.requestRead() && server.isConnected();
  }

  private void take(HttpObject part) {
    if (leaving) {
      drop(part);
    } else if (part.decoderResult().isFailure()) {
      ReferenceCountUtil.release(part);
      refuseMalformed();
    } else if (part instanceof HttpRequest head) {
      begin(head);
    } else {
      requestBody((HttpContent) part);
    }
  }

  private void begin(HttpRequest head) {
    long atNanos = proxy.nowNanos();
    if (!head.uri().startsWith("/")) {
      refuse(HttpResponseStatus.BAD_REQUEST, "Invalid request target: it is not a path", false);
      return;
    }
    passage =
        new ProxiedExchange(
            head, proxy.listener().began(RequestHead.of(head), atNanos).orElse(null));
    HttpRequest onward = onward(head);
    if (server == null) {
      server = new ServerConnection(this);
      server.connect(proxy.bootstrap(), proxy.target(), onward);
    } else {
      server.send(onward);
    }
  }

  private HttpRequest onward(HttpRequest head) {
    boolean isChunked = HttpUtil.isTransferEncodingChunked(head);
    HttpHeaders headers = head.headers();
    HopByHopHeaders.removeFrom(headers);
    headers.set(HttpHeaderNames.HOST, proxy.target().hostHeader());
    if (isChunked) {
      headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    }
    if (passage.isHeard()) {
      // What is packed cannot be understood.
      headers.set(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.IDENTITY);
    }
    return new DefaultHttpRequest(
        HttpVersion.HTTP_1_1, head.method(), proxy.target().pathFor(head.uri()), headers);
  }

  private void requestBody(HttpContent part) {
    passage.requestBody(part.content(), part instanceof LastHttpContent);
    server.send(part);
  }

  void serverConnected() {
    goOn();
  }

  void serverWritabilityChanged() {
    goOn();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext changed) {
    if (server != null) {
      server.readsOn(changed.channel().isWritable());
    }
  }

  void answerHead(HttpResponse answer) {
    if (passage == null) {
      unasked();
      return;
    }
    boolean isInterim = answer.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    boolean serverCloses = !HttpUtil.isKeepAlive(answer);
    passage.answerHead(answer, isInterim);
    HttpHeaders headers = answer.headers();
    HopByHopHeaders.removeFrom(headers);
    if (!isInterim) {
      if (serverCloses || !passage.requestRead()) {
        passage.closesAfterwards();
      }
      frame(answer.status(), headers);
    }
    send(new DefaultHttpResponse(HttpVersion.HTTP_1_1, answer.status(), headers));
  }

  /** How the client is told where the answer ends, and what comes of its connection then. */
  private void frame(HttpResponseStatus status, HttpHeaders headers) {
    boolean hasNoBody =
        passage.asksForHead()
            || status.equals(HttpResponseStatus.NO_CONTENT)
            || status.equals(HttpResponseStatus.NOT_MODIFIED);
    if (!hasNoBody && !headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
      if (passage.understandsChunks()) {
        headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
      } else {
        passage.closesAfterwards();
      }
    }
    headers.set(
        HttpHeaderNames.CONNECTION,
        passage.keepsAlive() ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
  }

  void answerBody(HttpContent part) {
    if (passage == null) {
      part.release();
      unasked();
      return;
    }
    passage.answerBody(part.content());
    boolean isEnd = part instanceof LastHttpContent && !passage.isInterim();
    send(part);
    if (isEnd) {
      answered();
    }
  }

  private void answered() {
    ProxiedExchange over = ended(ProxiedExchangeEnd.WHOLE);
    if (over.keepsAlive()) {
      goOn();
    } else {
      leave(over.requestRead());
    }
  }

  private ProxiedExchange ended(ProxiedExchangeEnd how) {
    ProxiedExchange over = passage;
    passage = null;
    over.end(how, proxy.nowNanos());
    return over;
  }

  /** The server says what nobody has asked for. */
  private void unasked() {
    if (!leaving) {
      context.close();
    }
  }

  private void send(HttpObject part) {
    context.writeAndFlush(part);
    server.readsOn(context.channel().isWritable());
  }

  /** The connection to the server is gone, or was never made. */
  void serverClosed(ServerConnection closed) {
    if (leaving) {
      return;
    }
    if (passage == null) {
      leave(true);
      return;
    }
    ProxiedExchange over = ended(ProxiedExchangeEnd.SERVER_FAILED);
    if (over.answerBegun() || closed.hasAnswered()) {
      // Half an answer must not look like a whole one. And a kept connection that is closed when
      // it is used again tells a client to use another.
      leave(over.requestRead());
    } else {
      refuse(
          HttpResponseStatus.BAD_GATEWAY,
          "Cannot forward to " + proxy.target() + ": " + closed.trouble(),
          over.requestRead());
    }
  }

  private void refuseMalformed() {
    if (passage == null) {
      refuse(HttpResponseStatus.BAD_REQUEST, "Invalid HTTP request", false);
    } else {
      ended(ProxiedExchangeEnd.CLIENT_LEFT);
      leave(false);
    }
  }

  /** Answers instead of the server. */
  private void refuse(HttpResponseStatus status, String message, boolean requestRead) {
    context.write(error(status, message));
    leave(requestRead);
  }

  /**
   * Ends the connection as soon as its client has been given what is written.
   *
   * @param requestRead whether the whole request has come; else its rest is waited for and dropped
   */
  private void leave(boolean requestRead) {
    leaving = true;
    if (server != null) {
      server.close();
    }
    if (requestRead && waiting.isEmpty()) {
      closeBehindWrites();
    } else {
      context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> linger());
      goOn();
    }
  }

  /** Lets the client see the end of what it is told while what it sends is still read. */
  private void linger() {
    ((DuplexChannel) context.channel()).shutdownOutput();
    context.executor().schedule(() -> context.close(), LINGER_SECONDS, TimeUnit.SECONDS);
  }

  private void drop(HttpObject part) {
    ReferenceCountUtil.release(part);
    if (part instanceof LastHttpContent) {
      closeBehindWrites();
    }
  }

  private static HttpResponse error(HttpResponseStatus status, String message) {
    String plain = message.replaceAll("\\p{Cntrl}", " ").replaceAll("[\"\\\\]", "'");
    String body =
        "{\"error\": {\"message\": \"%s\", \"type\": \"proxy_error\", \"code\": %d}}"
            .formatted(plain, status.code());
    ByteBuf bytes = Unpooled.copiedBuffer(body, UTF_8);
    DefaultFullHttpResponse answer =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, bytes);
    answer
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
        .set(HttpHeaderNames.CONTENT_LENGTH, bytes.readableBytes())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    return answer;
  }

  private void closeBehindWrites() {
    context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void channelInactive(ChannelHandlerContext closed) {
    leaving = true;
    if (passage != null) {
      ended(proxy.isClosing() ? ProxiedExchangeEnd.PROXY_CLOSED : ProxiedExchangeEnd.CLIENT_LEFT);
    }
    if (server != null) {
      server.close();
    }
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
    failed.close();
  }
}
