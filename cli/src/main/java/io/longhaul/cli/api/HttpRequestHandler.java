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
 * What one connection asks, one request after the other: the next is read when the answer before it
 * is written, so that a connection never has more than one answer to take.
 */
@SuppressWarnings("FutureReturnValueIgnored") // whoever cannot be answered is gone
final class HttpRequestHandler extends ApiConnectionHandler<FullHttpRequest> {
  private static final int MOST_FRAME_BYTES = 4096;
  private static final int LONGEST_SILENCE_SECONDS = 60;

  private final OriginFilter door;
  private final Routes routes;
  private final Subscribers subscribers;
  private final ConnectionLimiter places;
  private final PendingResponses answers;
  private final Runnable stop;

  /**
   * Begins.
   *
   * @param places of connections that wait for a request
   * @param answers is told of each that begins and ends
   * @param stop what asking for a shutdown does
   */
  HttpRequestHandler(
      OriginFilter door,
      Routes routes,
      Subscribers subscribers,
      ConnectionLimiter places,
      PendingResponses answers,
      Runnable stop) {
    this.door = door;
    this.routes = routes;
    this.subscribers = subscribers;
    this.places = places;
    this.answers = answers;
    this.stop = stop;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    places.asked(context.channel());
    // What is read already waits in the handler before this one.
    context.channel().config().setAutoRead(false);
    if (request.decoderResult().isFailure()) {
      say(context, request, unreadable(request.decoderResult().cause()), false);
      return;
    }
    Optional<ApiResponse> refusal = door.refusal(request.headers());
    String path = pathOf(request);
    if (refusal.isPresent()) {
      say(context, request, refusal.get(), false);
    } else if (path.isEmpty()) {
      say(context, request, ApiResponse.refused(HttpResponseStatus.BAD_REQUEST, "Bad path"), false);
    } else if (path.equals(Routes.WEBSOCKET) && asksForWebSocket(request)) {
      upgrade(context, request);
    } else {
      ApiResponse answer = routes.answer(request.method(), path);
      say(context, request, answer, HttpUtil.isKeepAlive(request) && !answers.areLast());
    }
  }

  /** Decoded, without the query; empty when it cannot be. */
  private static String pathOf(FullHttpRequest request) {
    try {
      return new QueryStringDecoder(request.uri()).path();
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private static ApiResponse unreadable(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return ApiResponse.refused(HttpResponseStatus.REQUEST_URI_TOO_LONG, "Too long a path");
    }
    return cause instanceof TooLongHttpHeaderException
        ? ApiResponse.refused(
            HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "Too long headers")
        : ApiResponse.refused(HttpResponseStatus.BAD_REQUEST, "Not HTTP");
  }

  private static boolean asksForWebSocket(FullHttpRequest request) {
    return request.method().equals(HttpMethod.GET)
        && request
            .headers()
            .containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
  }

  private void upgrade(ChannelHandlerContext context, FullHttpRequest request) {
    WebSocketServerHandshaker handshaker =
        new WebSocketServerHandshakerFactory(Routes.WEBSOCKET, null, false, MOST_FRAME_BYTES)
            .newHandshaker(request);
    Optional<String> full = subscribers.fullFor(ConnectionLimiter.addressOf(context.channel()));
    if (full.isPresent()) {
      ApiResponse refused = ApiResponse.refused(HttpResponseStatus.SERVICE_UNAVAILABLE, full.get());
      say(context, request, refused, false);
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
      say(
          context,
          request,
          ApiResponse.refused(HttpResponseStatus.BAD_REQUEST, e.getMessage()),
          false);
      return;
    }
    Subscriber subscriber = new Subscriber(subscribers, context.channel());
    subscribers.add(subscriber);
    context.pipeline().remove(FlowControlHandler.class);
    context
        .pipeline()
        .replace(
            IdleStateHandler.class, "silence", new IdleStateHandler(LONGEST_SILENCE_SECONDS, 0, 0));
    context.pipeline().replace(this, "subscriber", subscriber);
    context.channel().config().setAutoRead(true);
  }

  private void say(
      ChannelHandlerContext context, FullHttpRequest request, ApiResponse answer, boolean more) {
    answers.begun();
    boolean bodyWanted = !request.method().equals(HttpMethod.HEAD);
    ChannelFuture written;
    if (answer instanceof ApiResponse.Content content) {
      written = sayFile(context, content, bodyWanted, more);
    } else {
      String body =
          answer instanceof ApiResponse.Stopping stopping
              ? stopping.body()
              : ((ApiResponse.Text) answer).body();
      ByteBuf bytes = Unpooled.copiedBuffer(body, UTF_8);
      int length = bytes.readableBytes();
      HttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, answer.status(), bodyWanted ? bytes : Unpooled.EMPTY_BUFFER);
      if (!bodyWanted) {
        bytes.release();
      }
      written = context.writeAndFlush(headed(response, answer, length, more));
    }
    if (answer instanceof ApiResponse.Stopping) {
      written.addListener(done -> stop.run());
    }
    written.addListener(done -> answers.ended());
    if (more) {
      written.addListener(done -> places.answered(context.channel()));
      written.addListener(done -> context.channel().config().setAutoRead(true));
    } else {
      written.addListener(ChannelFutureListener.CLOSE);
    }
  }

  private static HttpResponse headed(
      HttpResponse response, ApiResponse answer, long length, boolean more) {
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, answer.contentType())
        .set(HttpHeaderNames.CONTENT_LENGTH, length)
        .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
        .set("x-content-type-options", "nosniff")
        .set("cross-origin-resource-policy", "same-origin");
    answer.headers().forEach((name, value) -> response.headers().set(name, value));
    HttpUtil.setKeepAlive(response, more);
    return response;
  }

  private static ChannelFuture sayFile(
      ChannelHandlerContext context,
      ApiResponse.Content content,
      boolean bodyWanted,
      boolean more) {
    try {
      FileChannel file = FileChannel.open(content.file(), StandardOpenOption.READ);
      long length = file.size();
      HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, content.status());
      context.write(headed(head, content, length, more), context.voidPromise());
      if (bodyWanted) {
        context.write(new DefaultFileRegion(file, 0, length), context.voidPromise());
      } else {
        file.close();
      }
      return context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
    } catch (IOException e) {
      // It was there a moment ago; nothing was said yet.
      return context.close();
    }
  }
}
