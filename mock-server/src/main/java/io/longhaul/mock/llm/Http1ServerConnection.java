package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.MockEndpoints;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of HTTP/1.1: assembles requests and serves them in sequence, including pipelined
 * ones.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends in exceptionCaught, a close in
// channelInactive
final class Http1ServerConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Http1ServerConnection.class);
  private static final int MAX_BODY_BYTES = 64 << 20;

  private final LlmServer server;
  private final SocketTimestamps timestamps;
  private final long number;
  private final Queue<ReceivedRequest> waiting = new ArrayDeque<>();

  private @Nullable HttpRequest head;
  private @Nullable ByteBuf body;
  private long headReceivedNanos;
  private long requests;
  private boolean responding;
  private @Nullable Exchange exchange;
  private @Nullable Future<?> idleTimer;

  Http1ServerConnection(LlmServer server, SocketTimestamps timestamps, long number) {
    this.server = server;
    this.timestamps = timestamps;
    this.number = number;
  }

  /** Returns the number of the connection in order of arrival, from 1. */
  long number() {
    return number;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (message instanceof HttpRequest request) {
        begin(context, request);
      }
      if (message instanceof HttpContent content && head != null) {
        append(context, head, content);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    stopIdleTimer();
    dropRequest();
    if (exchange != null) {
      exchange.connectionClosed();
    }
    for (ReceivedRequest request = waiting.poll(); request != null; request = waiting.poll()) {
      request.body().release();
      if (request.isForEndpoint()) {
        new Exchange(server, writer(context, request), request).connectionClosed();
      }
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException)) {
      LOG.error("Cannot continue with connection {}: closing it", number, cause);
    }
    context.close();
  }

  /** Called when a response is complete: serves the next request, or closes the connection. */
  void responseDone(ChannelHandlerContext context, boolean keepAlive) {
    exchange = null;
    if (!keepAlive) {
      closeAfterWrites(context);
      return;
    }
    responding = false;
    if (!waiting.isEmpty()) {
      context.executor().execute(() -> respondToNext(context));
    }
  }

  /** Closes the connection after this time, unless a request starts earlier. */
  void closeWhenIdle(ChannelHandlerContext context, long nanos) {
    if (!responding && waiting.isEmpty() && head == null) {
      idleTimer =
          context.executor().schedule((Runnable) context::close, nanos, TimeUnit.NANOSECONDS);
    }
  }

  void closeAfterWrites(ChannelHandlerContext context) {
    context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  private void begin(ChannelHandlerContext context, HttpRequest request) {
    stopIdleTimer();
    timestamps.requestStarted();
    headReceivedNanos = timestamps.firstByteNanos();
    if (request.decoderResult().isFailure()) {
      reject(context, 400, "Invalid HTTP request");
      return;
    }
    head = request;
    if (HttpUtil.is100ContinueExpected(request) && !responding) {
      ByteBuf go = ByteBufUtil.writeAscii(context.alloc(), "HTTP/1.1 100 Continue\r\n\r\n");
      context.writeAndFlush(go, context.voidPromise());
    }
  }

  private void append(ChannelHandlerContext context, HttpRequest request, HttpContent content) {
    boolean last = content instanceof LastHttpContent;
    if (body == null && last) {
      body = content.content().retain();
    } else {
      if (body == null) {
        body = context.alloc().buffer();
      }
      if (body.readableBytes() + content.content().readableBytes() > MAX_BODY_BYTES) {
        dropRequest();
        reject(context, 413, "Invalid body: more than 64 MiB");
        return;
      }
      body.writeBytes(content.content());
    }
    if (last) {
      timestamps.requestRead();
      waiting.add(
          new ReceivedRequest(
              request,
              MockEndpoints.forPath(ReceivedRequest.pathOf(request)),
              body,
              headReceivedNanos,
              timestamps.readNanos(),
              ++requests));
      head = null;
      body = null;
      respondToNext(context);
    }
  }

  private void respondToNext(ChannelHandlerContext context) {
    while (!responding && context.channel().isActive() && !waiting.isEmpty()) {
      responding = true;
      ReceivedRequest request = waiting.remove();
      try {
        if (request.isForEndpoint()) {
          exchange = new Exchange(server, writer(context, request), request);
          RequestHandler.handle(server, exchange);
        } else {
          write(context, PlainResponse.to(request, server), request.keepAlive());
        }
      } finally {
        request.body().release();
      }
    }
  }

  private Http1ResponseWriter writer(ChannelHandlerContext context, ReceivedRequest request) {
    return new Http1ResponseWriter(this, context, timestamps, request.keepAlive());
  }

  /**
   * Rejects an invalid request and closes the connection; during a response it only closes the
   * connection.
   */
  private void reject(ChannelHandlerContext context, int status, String message) {
    if (responding) {
      context.close();
    } else {
      responding = true;
      write(context, PlainResponse.error(status, message), false);
    }
  }

  private void write(ChannelHandlerContext context, PlainResponse response, boolean keepAlive) {
    ByteBuf out = context.alloc().ioBuffer(512);
    response.writeTo(out, keepAlive);
    context.writeAndFlush(out, context.voidPromise());
    responseDone(context, keepAlive);
  }

  private void stopIdleTimer() {
    if (idleTimer != null) {
      idleTimer.cancel(false);
      idleTimer = null;
    }
  }

  private void dropRequest() {
    head = null;
    if (body != null) {
      body.release();
      body = null;
    }
  }
}
