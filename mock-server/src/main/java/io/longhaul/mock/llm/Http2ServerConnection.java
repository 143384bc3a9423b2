package io.longhaul.mock.llm;

import io.longhaul.mock.endpoint.GrpcReflection;
import io.longhaul.mock.endpoint.MockEndpoints;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One connection of HTTP/2: assembles the requests and gRPC calls of its streams and starts their
 * responses.
 */
@SuppressWarnings("FutureReturnValueIgnored") // delayed tasks check the current state
final class Http2ServerConnection extends Http2FrameAdapter {
  private static final int WINDOW_BYTES = 16 << 20;
  private static final int MAX_BODY_BYTES = 64 << 20;
  private static final int UNIMPLEMENTED = 404;

  private final LlmServer server;
  private final SocketTimestamps timestamps;
  private final long number;
  private final Http2ConnectionHandler http2;

  /** Incomplete requests, by stream. */
  private final IntObjectMap<Incoming> incoming = new IntObjectHashMap<>();

  /** Open exchanges, by stream. */
  private final IntObjectMap<Exchange> exchanges = new IntObjectHashMap<>();

  /** Reflection calls, by stream. */
  private final IntObjectMap<ReflectionCall> reflections = new IntObjectHashMap<>();

  private long requests;

  Http2ServerConnection(LlmServer server, SocketTimestamps timestamps, long number) {
    this.server = server;
    this.timestamps = timestamps;
    this.number = number;
    http2 =
        new Http2ConnectionHandlerBuilder()
            .server(true)
            .initialSettings(Http2Settings.defaultSettings().initialWindowSize(WINDOW_BYTES))
            .frameListener(this)
            .gracefulShutdownTimeoutMillis(0)
            // Tests cancel calls.
            .decoderEnforceMaxRstFramesPerWindow(0, 0)
            .encoderEnforceMaxRstFramesPerWindow(0, 0)
            .build();
  }

  /** An incomplete request. */
  private record Incoming(HttpRequest head, ByteBuf body, long receivedNanos) {}

  /** Returns the codec, followed by the handler that observes the end of the connection. */
  ChannelHandler[] handlers() {
    return new ChannelHandler[] {http2, new Tail()};
  }

  Http2ConnectionHandler codec() {
    return http2;
  }

  SocketTimestamps timestamps() {
    return timestamps;
  }

  /** Returns the number of the connection in order of arrival, from 1. */
  long number() {
    return number;
  }

  /** Called when the response on this stream is complete. */
  void responseDone(int stream) {
    exchanges.remove(stream);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean last) {
    if (GrpcReflection.PATH.contentEquals(headers.path())) {
      reflections.put(stream, new ReflectionCall(new GrpcResponseWriter(this, context, stream)));
      if (last) {
        reflections.remove(stream).end();
      }
      return;
    }
    HttpRequest head =
        new DefaultHttpRequest(
            HttpVersion.HTTP_1_1,
            HttpMethod.valueOf(headers.method().toString()),
            headers.path().toString());
    if (headers.authority() != null) {
      head.headers().add("host", headers.authority());
    }
    for (Map.Entry<CharSequence, CharSequence> header : headers) {
      if (header.getKey().charAt(0) != ':') {
        head.headers().add(header.getKey(), header.getValue());
      }
    }
    incoming.put(stream, new Incoming(head, context.alloc().buffer(), timestamps.readNanos()));
    if (last) {
      respond(context, stream);
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int stream,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean last) {
    onHeadersRead(context, stream, headers, padding, last);
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean last) {
    int bytes = data.readableBytes() + padding;
    ReflectionCall reflection = reflections.get(stream);
    if (reflection != null) {
      reflection.take(data);
      if (last) {
        reflections.remove(stream).end();
      }
      return bytes;
    }
    Incoming call = incoming.get(stream);
    if (call == null) {
      return bytes;
    }
    if (call.body().readableBytes() + bytes > MAX_BODY_BYTES) {
      rejectBody(context, stream);
      return bytes;
    }
    call.body().writeBytes(data);
    if (last) {
      respond(context, stream);
    }
    return bytes;
  }

  private void respond(ChannelHandlerContext context, int stream) {
    Incoming call = incoming.remove(stream);
    timestamps.requestRead();
    String path = ReceivedRequest.pathOf(call.head());
    boolean grpc = isGrpc(call.head());
    ReceivedRequest request =
        new ReceivedRequest(
            call.head(),
            grpc ? MockEndpoints.forGrpcPath(path) : MockEndpoints.forPath(path),
            call.body(),
            call.receivedNanos(),
            timestamps.readNanos(),
            ++requests);
    try {
      if (request.isForEndpoint()) {
        Exchange exchange = new Exchange(server, writer(context, stream, grpc), request);
        exchanges.put(stream, exchange);
        RequestHandler.handle(server, exchange);
      } else if (grpc) {
        new GrpcResponseWriter(this, context, stream)
            .fail(UNIMPLEMENTED, "unknown service or method " + request.path());
      } else {
        new Http2ResponseWriter(this, context, stream).write(PlainResponse.to(request, server));
      }
    } finally {
      request.body().release();
    }
  }

  private static boolean isGrpc(HttpRequest head) {
    return head.headers().get("content-type", "").startsWith("application/grpc");
  }

  private ResponseWriter writer(ChannelHandlerContext context, int stream, boolean grpc) {
    return grpc
        ? new GrpcResponseWriter(this, context, stream)
        : new Http2ResponseWriter(this, context, stream);
  }

  private void rejectBody(ChannelHandlerContext context, int stream) {
    incoming.remove(stream).body().release();
    new Http2ResponseWriter(this, context, stream)
        .write(PlainResponse.error(413, "Invalid body: more than 64 MiB"));
  }

  /** Closes the connection after this time, unless a request arrives earlier. */
  void closeWhenIdle(ChannelHandlerContext context, long nanos) {
    long until = requests;
    context
        .executor()
        .schedule(
            () -> {
              if (requests == until && incoming.isEmpty()) {
                context.close();
              }
            },
            nanos,
            TimeUnit.NANOSECONDS);
  }

  @Override
  public void onRstStreamRead(ChannelHandlerContext context, int stream, long code) {
    streamClosed(stream);
  }

  private void streamClosed(int stream) {
    reflections.remove(stream);
    Incoming call = incoming.remove(stream);
    if (call != null) {
      call.body().release();
    }
    Exchange exchange = exchanges.remove(stream);
    if (exchange != null) {
      exchange.connectionClosed();
    }
  }

  /** The handler after the codec. */
  private final class Tail extends ChannelInboundHandlerAdapter {

    @Override
    public void handlerAdded(ChannelHandlerContext context) throws Http2Exception {
      http2
          .connection()
          .local()
          .flowController()
          .incrementWindowSize(http2.connection().connectionStream(), WINDOW_BYTES);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      List<Integer> streams = new ArrayList<>(incoming.keySet());
      streams.addAll(exchanges.keySet());
      streams.forEach(Http2ServerConnection.this::streamClosed);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // channelInactive handles the end
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
