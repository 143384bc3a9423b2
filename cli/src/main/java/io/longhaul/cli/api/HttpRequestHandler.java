package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.DefaultFileRegion;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Handles the requests of one connection sequentially: reads the next request only after the
 * previous response was written, so a connection never has more than one pending response.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection
final class HttpRequestHandler extends ApiConnectionHandler<FullHttpRequest> {
  private static final int MAX_FRAME_BYTES = 4096;
  private static final int IDLE_TIMEOUT_SECONDS = 60;

  private final OriginFilter originFilter;
  private final Routes routes;
  private final Subscribers subscribers;
  private final ConnectionLimiter connectionLimiter;
  private final PendingResponses pendingResponses;
  private final Runnable stop;

  /**
   * Creates a handler.
   *
   * @param connectionLimiter limits connections and their idle time
   * @param pendingResponses counts the responses of all connections
   * @param stop called after the response to a shutdown request
   */
  HttpRequestHandler(
      OriginFilter originFilter,
      Routes routes,
      Subscribers subscribers,
      ConnectionLimiter connectionLimiter,
      PendingResponses pendingResponses,
      Runnable stop) {
    this.originFilter = originFilter;
    this.routes = routes;
    this.subscribers = subscribers;
    this.connectionLimiter = connectionLimiter;
    this.pendingResponses = pendingResponses;
    this.stop = stop;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    connectionLimiter.requestReceived(context.channel());
    // Requests that were read already wait in the preceding flow-control handler.
    context.channel().config().setAutoRead(false);
    if (request.decoderResult().isFailure()) {
      send(context, request, unreadable(request.decoderResult().cause()), false);
      return;
    }
    Optional<ApiResponse> rejection = originFilter.rejection(request.headers());
    String path = pathOf(request);
    if (rejection.isPresent()) {
      send(context, request, rejection.get(), false);
    } else if (path.isEmpty()) {
      send(
          context,
          request,
          ApiResponse.error(HttpResponseStatus.BAD_REQUEST, "Invalid path"),
          false);
    } else if (path.equals(Routes.WEBSOCKET) && requestsWebSocket(request)) {
      upgrade(context, request);
    } else {
      ApiResponse response = routes.respond(request.method(), path);
      send(
          context,
          request,
          response,
          HttpUtil.isKeepAlive(request) && !pendingResponses.isClosing());
    }
  }

  /** Returns the decoded path without the query; empty if it is invalid. */
  private static String pathOf(FullHttpRequest request) {
    try {
      return new QueryStringDecoder(request.uri()).path();
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private static ApiResponse unreadable(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return ApiResponse.error(HttpResponseStatus.REQUEST_URI_TOO_LONG, "Path too long");
    }
    return cause instanceof TooLongHttpHeaderException
        ? ApiResponse.error(HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "Headers too long")
        : ApiResponse.error(HttpResponseStatus.BAD_REQUEST, "Not HTTP");
  }

  private static boolean requestsWebSocket(FullHttpRequest request) {
    return request.method().equals(HttpMethod.GET)
        && request
            .headers()
            .containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
  }

  private void upgrade(ChannelHandlerContext context, FullHttpRequest request) {
    WebSocketServerHandshaker handshaker =
        new WebSocketServerHandshakerFactory(Routes.WEBSOCKET, null, false, MAX_FRAME_BYTES)
            .newHandshaker(request);
    Optional<String> full =
        subscribers.limitReached(ConnectionLimiter.addressOf(context.channel()));
    if (full.isPresent()) {
      ApiResponse error = ApiResponse.error(HttpResponseStatus.SERVICE_UNAVAILABLE, full.get());
      send(context, request, error, false);
    } else if (handshaker == null) {
      WebSocketServerHandshakerFactory.sendUnsupportedVersionResponse(
          context.channel(), context.channel().voidPromise());
    } else {
      shakeHands(context, request, handshaker);
    }
  }

  private void shakeHands(
      ChannelHandlerContext context,
      FullHttpRequest request,
      WebSocketServerHandshaker handshaker) {
    try {
      handshaker.handshake(context.channel(), request);
    } catch (WebSocketHandshakeException e) {
      send(
          context,
          request,
          ApiResponse.error(HttpResponseStatus.BAD_REQUEST, e.getMessage()),
          false);
      return;
    }
    Subscriber subscriber = new Subscriber(subscribers, context.channel());
    subscribers.add(subscriber);
    context.pipeline().remove(FlowControlHandler.class);
    context
        .pipeline()
        .replace(
            IdleStateHandler.class, "silence", new IdleStateHandler(IDLE_TIMEOUT_SECONDS, 0, 0));
    context.pipeline().replace(this, "subscriber", subscriber);
    context.channel().config().setAutoRead(true);
  }

  private void send(
      ChannelHandlerContext context,
      FullHttpRequest request,
      ApiResponse response,
      boolean keepAlive) {
    pendingResponses.started();
    boolean bodyWanted = !request.method().equals(HttpMethod.HEAD);
    ChannelFuture written;
    if (response instanceof ApiResponse.FileBody content) {
      written = sendFile(context, content, bodyWanted, keepAlive);
    } else {
      String body =
          response instanceof ApiResponse.Stopping stopping
              ? stopping.body()
              : ((ApiResponse.Text) response).body();
      ByteBuf bytes = Unpooled.copiedBuffer(body, UTF_8);
      int length = bytes.readableBytes();
      HttpResponse http =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, response.status(), bodyWanted ? bytes : Unpooled.EMPTY_BUFFER);
      if (!bodyWanted) {
        bytes.release();
      }
      written = context.writeAndFlush(withHeaders(http, response, length, keepAlive));
    }
    if (response instanceof ApiResponse.Stopping) {
      written.addListener(done -> stop.run());
    }
    written.addListener(done -> pendingResponses.finished());
    if (keepAlive) {
      written.addListener(done -> connectionLimiter.responseSent(context.channel()));
      written.addListener(done -> context.channel().config().setAutoRead(true));
    } else {
      written.addListener(ChannelFutureListener.CLOSE);
    }
  }

  private static HttpResponse withHeaders(
      HttpResponse http, ApiResponse response, long length, boolean keepAlive) {
    http.headers()
        .set(HttpHeaderNames.CONTENT_TYPE, response.contentType())
        .set(HttpHeaderNames.CONTENT_LENGTH, length)
        .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
        .set("x-content-type-options", "nosniff")
        .set("cross-origin-resource-policy", "same-origin");
    response.headers().forEach((name, value) -> http.headers().set(name, value));
    HttpUtil.setKeepAlive(http, keepAlive);
    return http;
  }

  private static ChannelFuture sendFile(
      ChannelHandlerContext context,
      ApiResponse.FileBody content,
      boolean bodyWanted,
      boolean keepAlive) {
    try {
      FileChannel file = FileChannel.open(content.file(), StandardOpenOption.READ);
      long length = file.size();
      HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, content.status());
      context.write(withHeaders(head, content, length, keepAlive), context.voidPromise());
      if (bodyWanted) {
        context.write(new DefaultFileRegion(file, 0, length), context.voidPromise());
      } else {
        file.close();
      }
      return context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
    } catch (IOException e) {
      // The file was deleted in the meantime; nothing was written yet.
      return context.close();
    }
  }
}
