package io.longhaul.cli.api;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.SimpleChannelInboundHandler;
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
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the requests of each connection sequentially: reads the next request only after the
 * previous response was written, so a connection never has more than one pending response.
 */
@Sharable
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection
final class HttpRequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(HttpRequestHandler.class);
  private static final int MAX_FRAME_BYTES = 4096;
  private static final int IDLE_TIMEOUT_SECONDS = 60;

  private static final Optional<ApiResponse> INVALID_PATH =
      Optional.of(ApiResponse.error(HttpResponseStatus.BAD_REQUEST, "Invalid path"));

  /** Any path, because only handshakes for the WebSocket path are passed on. */
  private static final WebSocketServerProtocolConfig WEBSOCKET =
      WebSocketServerProtocolConfig.newBuilder()
          .websocketPath("/")
          .checkStartsWith(true)
          .handleCloseFrames(false)
          .sendCloseFrame(null)
          .decoderConfig(
              WebSocketDecoderConfig.newBuilder()
                  .maxFramePayloadLength(MAX_FRAME_BYTES)
                  .withUTF8Validator(false)
                  .build())
          .build();

  private final OriginFilter originFilter;
  private final Optional<AccessToken> token;
  private final ApiSite site;
  private final ConnectionLimiter connectionLimiter;
  private final PendingResponses pendingResponses;

  /**
   * Creates the handler of all connections.
   *
   * @param token what clients must present; empty if the API is open
   * @param connectionLimiter limits connections and their idle time
   * @param pendingResponses counts the responses of all connections
   */
  HttpRequestHandler(
      OriginFilter originFilter,
      Optional<AccessToken> token,
      ApiSite site,
      ConnectionLimiter connectionLimiter,
      PendingResponses pendingResponses) {
    this.originFilter = originFilter;
    this.token = token;
    this.site = site;
    this.connectionLimiter = connectionLimiter;
    this.pendingResponses = pendingResponses;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    connectionLimiter.requestReceived(context.channel());
    // Requests that were read already wait in the preceding flow-control handler.
    context.channel().config().setAutoRead(false);
    QueryStringDecoder target = new QueryStringDecoder(request.uri());
    String path = pathOf(target);
    Optional<ApiResponse> rejection = rejection(request, path);
    if (rejection.isPresent()) {
      send(context, request.method(), rejection.get(), false);
      return;
    }
    Optional<Subscribers> subscribers =
        requestsWebSocket(request) ? site.subscribers(path) : Optional.empty();
    if (subscribers.isPresent()) {
      subscribe(context, request, subscribers.get());
    } else {
      respond(context, request, target);
    }
  }

  private void subscribe(
      ChannelHandlerContext context, FullHttpRequest request, Subscribers subscribers) {
    Optional<String> limit =
        subscribers.limitReached(ConnectionLimiter.addressOf(context.channel()));
    if (limit.isPresent()) {
      send(
          context,
          request.method(),
          ApiResponse.error(HttpResponseStatus.SERVICE_UNAVAILABLE, limit.get()),
          false);
    } else {
      upgrade(context, request, subscribers);
    }
  }

  private void respond(
      ChannelHandlerContext context, FullHttpRequest request, QueryStringDecoder target) {
    HttpMethod method = request.method();
    boolean isKeptAlive = HttpUtil.isKeepAlive(request);
    String accept = String.join(",", request.headers().getAll(HttpHeaderNames.ACCEPT));
    site.respond(new ApiRequest(method, target.path(), queryOf(target), accept))
        .whenComplete(
            (response, failure) ->
                onLoop(
                    context,
                    () ->
                        send(
                            context,
                            method,
                            failure == null ? response : failed(failure),
                            isKeptAlive && !pendingResponses.isClosing())));
  }

  private static void onLoop(ChannelHandlerContext context, Runnable task) {
    if (context.executor().inEventLoop()) {
      task.run();
    } else if (!context.executor().isShuttingDown()) {
      context.executor().execute(task);
    }
  }

  private static ApiResponse failed(Throwable failure) {
    LOG.error("A request failed", failure);
    return ApiResponse.error(HttpResponseStatus.INTERNAL_SERVER_ERROR, "Failed: see the log");
  }

  /** Returns the decoded path without the query; empty if it is invalid. */
  private static String pathOf(QueryStringDecoder target) {
    try {
      return target.path();
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** Returns the decoded values of the query; none if its escapes are invalid. */
  private static Map<String, List<String>> queryOf(QueryStringDecoder target) {
    try {
      return target.parameters();
    } catch (IllegalArgumentException e) {
      return Map.of();
    }
  }

  /** Returns the error response for a rejected request; empty if the request is allowed. */
  private Optional<ApiResponse> rejection(FullHttpRequest request, String path) {
    if (request.decoderResult().isFailure()) {
      return Optional.of(unreadable(request.decoderResult().cause()));
    }
    return originFilter
        .rejection(request.headers())
        .or(() -> path.isEmpty() ? INVALID_PATH : Optional.empty())
        .or(() -> token.flatMap(secret -> secret.rejection(path, request)));
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

  /** Passes the handshake on to Netty's WebSocket handler. */
  private void upgrade(
      ChannelHandlerContext context, FullHttpRequest request, Subscribers subscribers) {
    ChannelPipeline pipeline = context.pipeline();
    pipeline.replace(
        IdleStateHandler.class, "silence", new ReadTimeoutHandler(IDLE_TIMEOUT_SECONDS));
    pipeline.addLast(
        new WebSocketServerProtocolHandler(WEBSOCKET),
        new Subscriber(subscribers, context.channel()));
    context.fireChannelRead(request.retain());
    pipeline.remove(this);
    pipeline.remove(FlowControlHandler.class);
    context.channel().config().setAutoRead(true);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent) {
      context.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }

  private void send(
      ChannelHandlerContext context, HttpMethod method, ApiResponse response, boolean keepAlive) {
    pendingResponses.started();
    boolean bodyWanted = !method.equals(HttpMethod.HEAD);
    ChannelFuture written =
        response.file().isPresent()
            ? sendFile(context, response, bodyWanted, keepAlive)
            : sendText(context, response, bodyWanted, keepAlive);
    written.addListener(done -> response.afterwards().run());
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

  private static ChannelFuture sendText(
      ChannelHandlerContext context, ApiResponse response, boolean bodyWanted, boolean keepAlive) {
    byte[] body = response.body();
    ByteBuf content = bodyWanted ? Unpooled.wrappedBuffer(body) : Unpooled.EMPTY_BUFFER;
    HttpResponse http =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, response.status(), content);
    return context.writeAndFlush(withHeaders(http, response, body.length, keepAlive));
  }

  private static ChannelFuture sendFile(
      ChannelHandlerContext context, ApiResponse response, boolean bodyWanted, boolean keepAlive) {
    try {
      FileChannel file = FileChannel.open(response.file().orElseThrow(), StandardOpenOption.READ);
      long length = file.size();
      HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, response.status());
      context.write(withHeaders(head, response, length, keepAlive), context.voidPromise());
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
