package io.longhaul.load.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
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
import io.netty.handler.codec.http.HttpMethod;
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
import org.jspecify.annotations.Nullable;

/**
 * One client connection and its sequence of exchanges. It owns one connection to the server, which
 * is opened for its first request and closed together with it. Client and server therefore see the
 * same connections as without a proxy.
 *
 * <p>A server may respond before it has received the whole request ({@code 401}, {@code 413}).
 * Closing a connection while the client is still sending causes a reset, which can destroy the
 * response. Therefore the response is forwarded, the output side is shut down, and the rest of the
 * request is read and discarded (RFC 9112, section 9.6).
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel: channelInactive
final class ClientConnection extends ChannelInboundHandlerAdapter {
  private static final int LINGER_SECONDS = 30;

  private final ReverseProxy proxy;

  @SuppressWarnings("NullAway.Init") // Netty calls handlerAdded before all other methods.
  private ChannelHandlerContext context;

  /** Null before the first request. */
  private @Nullable ServerConnection server;

  /** Null between two requests. */
  private @Nullable ProxiedExchange exchange;

  /** The last response is being sent; all further input is discarded. */
  private boolean closing;

  /**
   * Parts that cannot be processed yet: a request before the previous response is complete, or a
   * body before the server is connected. Bounded by the size of one read, because reading is paused
   * meanwhile.
   */
  private final Queue<HttpObject> queue = new ArrayDeque<>();

  ClientConnection(ReverseProxy proxy) {
    this.proxy = proxy;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object message) {
    queue.add((HttpObject) message);
    processQueue();
  }

  private void processQueue() {
    while (!queue.isEmpty() && canProcess()) {
      process(queue.remove());
    }
    boolean serverWritable = exchange == null || server().isWritable();
    context.channel().config().setAutoRead(queue.isEmpty() && serverWritable);
  }

  private boolean canProcess() {
    if (exchange == null) {
      return context.channel().isActive();
    }
    return !exchange.requestComplete && server().isConnected();
  }

  private void process(HttpObject part) {
    if (closing) {
      drop(part);
    } else if (part.decoderResult().isFailure()) {
      ReferenceCountUtil.release(part);
      rejectMalformed();
    } else if (part instanceof HttpRequest head) {
      startExchange(head);
    } else {
      requestBody((HttpContent) part);
    }
  }

  private void startExchange(HttpRequest head) {
    long atNanos = proxy.nowNanos();
    if (!head.uri().startsWith("/")) {
      respondWithError(
          HttpResponseStatus.BAD_REQUEST, "Invalid request target: it is not a path", false);
      return;
    }
    ExchangeTap tap = proxy.listener.requestStarted(RequestHead.of(head), atNanos).orElse(null);
    exchange = new ProxiedExchange(head, tap);
    HttpRequest forwardedRequest = forwardedRequest(head, tap != null);
    if (server == null) {
      server = new ServerConnection(this);
      server.connect(proxy.bootstrap, proxy.target, forwardedRequest);
    } else {
      server.send(forwardedRequest);
    }
  }

  private HttpRequest forwardedRequest(HttpRequest head, boolean isTapped) {
    boolean isChunked = HttpUtil.isTransferEncodingChunked(head);
    HttpHeaders headers = head.headers();
    HopByHopHeaders.removeFrom(headers);
    headers.set(HttpHeaderNames.HOST, proxy.target.hostHeader());
    if (isChunked) {
      headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    }
    if (isTapped) {
      // The recorder does not decompress.
      headers.set(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.IDENTITY);
    }
    return new DefaultHttpRequest(
        HttpVersion.HTTP_1_1, head.method(), proxy.target.pathFor(head.uri()), headers);
  }

  private void requestBody(HttpContent part) {
    requireNonNull(exchange).requestBody(part.content(), part instanceof LastHttpContent);
    server().send(part);
  }

  /** Returns the connection to the server, which exists from the first request on. */
  private ServerConnection server() {
    return requireNonNull(server);
  }

  void serverConnected() {
    processQueue();
  }

  void serverWritabilityChanged() {
    processQueue();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext changed) {
    if (server != null) {
      server.setReading(changed.channel().isWritable());
    }
  }

  void responseHead(HttpResponse response) {
    if (exchange == null) {
      rejectUnexpectedResponse();
      return;
    }
    boolean isInterim = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    boolean serverCloses = !HttpUtil.isKeepAlive(response);
    exchange.responseHead(response, isInterim);
    HttpHeaders headers = response.headers();
    HopByHopHeaders.removeFrom(headers);
    if (!isInterim) {
      if (serverCloses || !exchange.requestComplete) {
        exchange.keepAlive = false;
      }
      frame(exchange, response.status(), headers);
    }
    send(new DefaultHttpResponse(HttpVersion.HTTP_1_1, response.status(), headers));
  }

  /**
   * Sets the headers that delimit the response, and decides whether the client connection stays
   * open.
   */
  private static void frame(
      ProxiedExchange exchange, HttpResponseStatus status, HttpHeaders headers) {
    boolean hasNoBody =
        exchange.isHeadRequest
            || status.equals(HttpResponseStatus.NO_CONTENT)
            || status.equals(HttpResponseStatus.NOT_MODIFIED);
    if (!hasNoBody && !headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
      if (exchange.supportsChunking) {
        headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
      } else {
        exchange.keepAlive = false;
      }
    }
    headers.set(
        HttpHeaderNames.CONNECTION,
        exchange.keepsAlive() ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
  }

  void responseBody(HttpContent part) {
    if (exchange == null) {
      part.release();
      rejectUnexpectedResponse();
      return;
    }
    exchange.responseBody(part.content());
    boolean isEnd = part instanceof LastHttpContent && !exchange.isInterim;
    send(part);
    if (isEnd) {
      completeResponse();
    }
  }

  private void completeResponse() {
    ProxiedExchange finished = ended(ProxiedExchangeEnd.WHOLE);
    if (finished.keepsAlive()) {
      processQueue();
    } else {
      finish(finished.requestComplete);
    }
  }

  private ProxiedExchange ended(ProxiedExchangeEnd end) {
    ProxiedExchange finished = requireNonNull(exchange);
    exchange = null;
    finished.end(end, proxy.nowNanos());
    return finished;
  }

  /** Handles data from the server without a request. */
  private void rejectUnexpectedResponse() {
    if (!closing) {
      context.close();
    }
  }

  private void send(HttpObject part) {
    context.writeAndFlush(part);
    server().setReading(context.channel().isWritable());
  }

  /** Called when the connection to the server has closed or could not be opened. */
  void serverClosed(ServerConnection closed) {
    if (closing) {
      return;
    }
    if (exchange == null) {
      finish(true);
      return;
    }
    ProxiedExchange finished = ended(ProxiedExchangeEnd.SERVER_FAILED);
    if (finished.responseStarted || closed.hasResponded()) {
      // A truncated response must not look complete. If a reused connection is closed, the client
      // knows that it should retry on a new one.
      finish(finished.requestComplete);
    } else {
      respondWithError(
          HttpResponseStatus.BAD_GATEWAY,
          "Cannot forward to " + proxy.target + ": " + closed.failureReason(),
          finished.requestComplete);
    }
  }

  private void rejectMalformed() {
    if (exchange == null) {
      respondWithError(HttpResponseStatus.BAD_REQUEST, "Invalid HTTP request", false);
    } else {
      ended(ProxiedExchangeEnd.CLIENT_LEFT);
      finish(false);
    }
  }

  /** Responds in place of the server. */
  private void respondWithError(
      HttpResponseStatus status, String message, boolean requestComplete) {
    context.write(error(status, message));
    finish(requestComplete);
  }

  /**
   * Closes the connection once all pending data is written to the client.
   *
   * @param requestComplete whether the whole request has been received; otherwise the rest is read
   *     and discarded first
   */
  private void finish(boolean requestComplete) {
    closing = true;
    if (server != null) {
      server.close();
    }
    if (requestComplete && queue.isEmpty()) {
      closeAfterWrites();
    } else {
      context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> linger());
      processQueue();
    }
  }

  /** Signals the end of the response to the client while the rest of the request is still read. */
  private void linger() {
    ((DuplexChannel) context.channel()).shutdownOutput();
    context.executor().schedule(() -> context.close(), LINGER_SECONDS, TimeUnit.SECONDS);
  }

  private void drop(HttpObject part) {
    ReferenceCountUtil.release(part);
    if (part instanceof LastHttpContent) {
      closeAfterWrites();
    }
  }

  private static HttpResponse error(HttpResponseStatus status, String message) {
    String plain = message.replaceAll("\\p{Cntrl}", " ").replaceAll("[\"\\\\]", "'");
    String body =
        "{\"error\": {\"message\": \"%s\", \"type\": \"proxy_error\", \"code\": %d}}"
            .formatted(plain, status.code());
    ByteBuf bytes = Unpooled.copiedBuffer(body, UTF_8);
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, bytes);
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
        .set(HttpHeaderNames.CONTENT_LENGTH, bytes.readableBytes())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    return response;
  }

  private void closeAfterWrites() {
    context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void channelInactive(ChannelHandlerContext closed) {
    closing = true;
    if (exchange != null) {
      ended(proxy.isClosing() ? ProxiedExchangeEnd.PROXY_CLOSED : ProxiedExchangeEnd.CLIENT_LEFT);
    }
    if (server != null) {
      server.close();
    }
    queue.forEach(ReferenceCountUtil::release);
    queue.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
    failed.close();
  }

  /** The state of one request and its response as they pass through the proxy. */
  private static final class ProxiedExchange {
    /** Null when no listener observes this exchange, and after its end. */
    private @Nullable ExchangeTap tap;

    private final boolean isHeadRequest;
    private final boolean supportsChunking;
    private boolean keepAlive;

    /** Whether the whole request has been received. */
    private boolean requestComplete;

    /** Whether the final response has started. */
    private boolean responseStarted;

    /** Whether the next parts belong to an interim response. */
    private boolean isInterim;

    ProxiedExchange(HttpRequest request, @Nullable ExchangeTap tap) {
      this.tap = tap;
      this.isHeadRequest = request.method().equals(HttpMethod.HEAD);
      this.supportsChunking = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0;
      this.keepAlive = HttpUtil.isKeepAlive(request);
    }

    /** Returns whether the client's connection can be reused for another request. */
    boolean keepsAlive() {
      return keepAlive && requestComplete;
    }

    void requestBody(ByteBuf bytes, boolean last) {
      if (tap != null && bytes.isReadable()) {
        tap.requestBody(ByteBufUtil.getBytes(bytes));
      }
      requestComplete |= last;
    }

    void responseHead(HttpResponse response, boolean interim) {
      isInterim = interim;
      if (!interim) {
        responseStarted = true;
        if (tap != null) {
          tap.responseHead(ResponseHead.of(response));
        }
      }
    }

    void responseBody(ByteBuf bytes) {
      if (tap != null && bytes.isReadable()) {
        tap.responseBody(ByteBufUtil.getBytes(bytes));
      }
    }

    /** Ends the exchange. Call this once. */
    void end(ProxiedExchangeEnd end, long atNanos) {
      ExchangeTap closingTap = tap;
      tap = null;
      if (closingTap != null) {
        closingTap.ended(end, atNanos);
      }
    }
  }
}
