package io.longhaul.load.http;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.longhaul.load.time.RunClock;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2ConnectionPrefaceAndSettingsFrameWrittenEvent;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * One HTTP/2 connection: what the head of its pipeline saw, and the calls that it serves, each on a
 * stream of its own. On the loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The head of the pipeline hears of the closing.
final class GrpcConnection extends Http2FrameAdapter implements ChannelStory {

  /** What a server has room for while it has not said so. */
  private static final int USUAL_STREAMS = 100;

  /** An answer's bytes that may be under way before we say that we have read some. */
  private static final int STREAM_WINDOW_BYTES = 1 << 20;

  private static final int CONNECTION_WINDOW_BYTES = 16 << 20;

  /** Streams are numbered up to 2³¹; some are left for those that wait. */
  private static final int LAST_STREAM = Integer.MAX_VALUE - 10_000;

  private static final String TAIL = "tail";
  private static final int FRAME_HEAD_BYTES = 9;
  private static final int FRAME_BYTES = 16_384;

  private final GrpcConnections connections;
  private final RunClock clock;
  private final String authority;
  private final boolean kept;

  /** Null when it is not encrypted. */
  private final GrpcTls tls;

  private final Http2ConnectionHandler http2;

  /** By stream. */
  private final IntObjectMap<GrpcCall> calls = new IntObjectHashMap<>();

  /** Until the connection is made. */
  private final List<GrpcCall> waiting = new ArrayList<>();

  /** Whose first bytes wait to be flushed. */
  private final List<GrpcCall> unflushed = new ArrayList<>();

  private Channel channel;

  /** Null until the connection is made. */
  private ChannelHandlerContext context;

  private boolean connectBegan;
  private boolean used;
  private boolean closing;
  private int mostStreams = USUAL_STREAMS;
  private long readAtNanos;
  private int reads;
  private long bytesWritten;
  private long idleSinceNanos;

  /**
   * @param tls null when it is not encrypted
   * @param kept whether it serves more than one call
   */
  GrpcConnection(
      GrpcConnections connections, RunClock clock, String authority, GrpcTls tls, boolean kept) {
    this.connections = connections;
    this.clock = clock;
    this.authority = authority;
    this.kept = kept;
    this.tls = tls;
    http2 =
        new Http2ConnectionHandlerBuilder()
            .server(false)
            .initialSettings(
                Http2Settings.defaultSettings()
                    .pushEnabled(false)
                    .initialWindowSize(STREAM_WINDOW_BYTES)
                    .maxHeaderListSize(ClientSettings.MAX_HEAD_BYTES))
            .frameListener(this)
            .gracefulShutdownTimeoutMillis(0)
            // As many cancellations as the plan says.
            .encoderEnforceMaxRstFramesPerWindow(0, 0)
            .build();
    http2
        .connection()
        .addListener(
            new Http2ConnectionAdapter() {
              @Override
              public void onStreamClosed(Http2Stream stream) {
                streamClosed(stream.id());
              }
            });
  }

  /** Begins to connect; whoever is to be served is told of it. */
  void connect(Bootstrap bootstrap, String host, int port) {
    ChannelFuture connected =
        bootstrap
            .clone()
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel newChannel) {
                    channel = newChannel;
                    ChannelPipeline pipeline = newChannel.pipeline();
                    pipeline.addLast(new StampingHandler(clock, GrpcConnection.this));
                    if (tls == null) {
                      pipeline.addLast(http2, new Tail());
                    } else {
                      SslHandler encrypting = tls.handlerFor(newChannel, host, port);
                      pipeline.addLast(encrypting, new Handshake(encrypting));
                    }
                  }
                })
            .connect(host, port);
    connected.addListener(
        done -> {
          long atNanos = clock.nowNanos();
          if (done.isSuccess()) {
            List.copyOf(waiting).forEach(call -> call.connected(atNanos));
          } else {
            connectFailed(atNanos, done.cause());
          }
        });
  }

  private void connectFailed(long atNanos, Throwable cause) {
    fail(
        atNanos,
        cause instanceof ConnectTimeoutException ? Kind.CONNECT_TIMEOUT : Kind.CONNECT_FAILED,
        String.valueOf(cause.getMessage()));
  }

  /** It will serve nobody. */
  private void fail(long atNanos, Kind kind, String message) {
    List<GrpcCall> refused = List.copyOf(waiting);
    waiting.clear();
    close();
    refused.forEach(call -> call.failed(atNanos, kind, message));
  }

  boolean isTo(String otherAuthority, boolean secure) {
    return authority.equals(otherAuthority) && (tls != null) == secure;
  }

  boolean hasRoom() {
    return !closing && http2.connection().local().numActiveStreams() + waiting.size() < mostStreams;
  }

  boolean isIdleSince(long nanos) {
    return used && calls.isEmpty() && waiting.isEmpty() && idleSinceNanos < nanos;
  }

  // Seen at the head of the pipeline.

  @Override
  public void connecting(SocketAddress remote, long atNanos) {
    connectBegan = true;
    List.copyOf(waiting).forEach(call -> call.connectStarted(atNanos));
  }

  @Override
  public void opened() {
    connections.opened();
  }

  @Override
  public void read(long atNanos) {
    readAtNanos = atNanos;
    reads++;
  }

  @Override
  public void writing(int bytes) {
    bytesWritten += bytes;
  }

  @Override
  public void flushing(long atNanos) {
    if (!unflushed.isEmpty()) {
      List<GrpcCall> flushed = List.copyOf(unflushed);
      unflushed.clear();
      flushed.forEach(call -> call.sent(atNanos));
    }
  }

  @Override
  public void closed(long atNanos) {
    connections.closed();
    retire();
    unflushed.clear();
    List<GrpcCall> lost = new ArrayList<>(waiting);
    waiting.clear();
    lost.addAll(calls.values());
    calls.clear();
    // A call that is tried again goes to another connection.
    lost.forEach(call -> call.lost(atNanos, "the connection was closed"));
  }

  // Told by calls.

  /** Takes a call over; it goes out at once, or when the connection is made. */
  void serve(GrpcCall call) {
    if (context == null) {
      waiting.add(call);
      if (connectBegan) {
        call.connectStarted(clock.nowNanos());
      }
    } else {
      write(call, used, calls.isEmpty());
    }
  }

  private void write(GrpcCall call, boolean reused, boolean alone) {
    used = true;
    int stream = http2.connection().local().incrementAndGetNextStreamId();
    if (stream > LAST_STREAM) {
      retire();
    }
    calls.put(stream, call);
    unflushed.add(call);
    call.onStream(stream, reused, reused && alone);
    long before = bytesWritten;
    http2
        .encoder()
        .writeHeaders(
            context,
            stream,
            call.headers(tls == null ? "http" : "https", authority),
            0,
            false,
            context.newPromise())
        .addListener(done -> headersWritten(stream, done.cause()));
    byte[] body = call.body();
    long frames = Math.max(1, (body.length + FRAME_BYTES - 1) / FRAME_BYTES);
    long bytes = bytesWritten - before + body.length + frames * FRAME_HEAD_BYTES;
    http2
        .encoder()
        .writeData(context, stream, Unpooled.wrappedBuffer(body), 0, true, context.newPromise())
        .addListener(
            done -> {
              if (done.isSuccess()) {
                // Of what is encrypted, only the head of the pipeline knows the length; what
                // others wrote meanwhile is in it.
                call.written(clock.nowNanos(), tls == null ? bytes : bytesWritten - before);
              }
            });
    http2.flush(context);
  }

  /**
   * @param failure null when all is well
   */
  private void headersWritten(int stream, Throwable failure) {
    GrpcCall call = failure == null ? null : calls.remove(stream);
    if (call != null) {
      call.lost(clock.nowNanos(), String.valueOf(failure.getMessage()));
    }
  }

  /** The call is over, or given up: then its stream is reset. */
  void release(GrpcCall call, boolean reset) {
    waiting.remove(call);
    unflushed.remove(call);
    boolean underWay = calls.remove(call.stream()) != null;
    if (underWay && reset && channel.isActive()) {
      http2.resetStream(context, call.stream(), Http2Error.CANCEL.code(), context.newPromise());
      http2.flush(context);
    }
    idleSinceNanos = clock.nowNanos();
    if ((closing || !kept) && calls.isEmpty() && waiting.isEmpty()) {
      close();
    }
  }

  /** It takes no further call. */
  private void retire() {
    closing = true;
    connections.forget(this);
  }

  /** It takes no further call; those under way are lost. */
  void close() {
    retire();
    if (channel != null) {
      channel.close();
    }
  }

  /** How many reads there were, with the one whose bytes are being handled. */
  int reads() {
    return reads;
  }

  // Heard from the server.

  @Override
  public void onSettingsRead(ChannelHandlerContext unused, Http2Settings settings) {
    Long most = settings.maxConcurrentStreams();
    mostStreams = most == null ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, most);
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext unused, int stream, ByteBuf data, int padding, boolean last) {
    int flowBytes = data.readableBytes() + padding;
    GrpcCall call = calls.get(stream);
    if (call != null) {
      byte[] bytes = new byte[data.readableBytes()];
      data.readBytes(bytes);
      call.data(readAtNanos, bytes, last);
    }
    return flowBytes;
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext unused, int stream, Http2Headers headers, int padding, boolean last) {
    GrpcCall call = calls.get(stream);
    if (call != null) {
      call.headers(readAtNanos, headers, last);
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext unused,
      int stream,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean last) {
    onHeadersRead(unused, stream, headers, padding, last);
  }

  @Override
  public void onRstStreamRead(ChannelHandlerContext unused, int stream, long code) {
    GrpcCall call = calls.remove(stream);
    if (call != null) {
      String message = "the server reset the stream: " + Http2Error.valueOf(code);
      if (code == Http2Error.REFUSED_STREAM.code()) {
        call.unprocessed(readAtNanos, message);
      } else {
        call.lost(readAtNanos, message);
      }
    }
  }

  /** The server takes no further calls, and will not answer those behind the last stream. */
  @Override
  public void onGoAwayRead(ChannelHandlerContext unused, int last, long code, ByteBuf message) {
    retire();
    for (GrpcCall call : List.copyOf(calls.values())) {
      if (call.stream() > last) {
        calls.remove(call.stream());
        call.unprocessed(readAtNanos, "the server goes away");
      }
    }
    if (calls.isEmpty()) {
      close();
    }
  }

  /** A stream of which no end was heard broke the rules of HTTP/2, or a limit of ours. */
  private void streamClosed(int stream) {
    GrpcCall call = calls.remove(stream);
    if (call != null && channel.isActive()) {
      call.failed(readAtNanos, Kind.BAD_HTTP, "the stream broke the rules of HTTP/2");
    } else if (call != null) {
      call.lost(readAtNanos, "the connection was closed");
    }
  }

  /** Behind TLS until it is agreed upon: only then HTTP/2 begins. */
  private final class Handshake extends ChannelInboundHandlerAdapter {
    private final SslHandler encrypting;

    private Handshake(SslHandler encrypting) {
      this.encrypting = encrypting;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext its, Object event) {
      if (!(event instanceof SslHandshakeCompletionEvent done)) {
        return;
      }
      long atNanos = clock.nowNanos();
      if (!done.isSuccess()) {
        fail(atNanos, Kind.TLS_FAILED, String.valueOf(done.cause().getMessage()));
      } else if (!GrpcTls.speaksHttp2(encrypting)) {
        fail(atNanos, Kind.TLS_FAILED, "the server did not agree to speak HTTP/2 (ALPN)");
      } else {
        List.copyOf(waiting).forEach(call -> call.tlsEnded(atNanos));
        // The codec tells whoever stands behind it at once that it can be used.
        ChannelPipeline pipeline = its.pipeline();
        pipeline.replace(this, TAIL, new Tail());
        pipeline.addBefore(TAIL, null, http2);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext unused, Throwable cause) {
      channel.close();
    }
  }

  /** Behind the codec: knows when the connection can be used, and lets errors end with it. */
  private final class Tail extends ChannelInboundHandlerAdapter {

    @Override
    public void userEventTriggered(ChannelHandlerContext unused, Object event) throws Exception {
      if (event instanceof Http2ConnectionPrefaceAndSettingsFrameWrittenEvent) {
        context = channel.pipeline().context(http2);
        widen();
        List<GrpcCall> ready = List.copyOf(waiting);
        waiting.clear();
        ready.forEach(call -> write(call, false, false));
      }
    }

    private void widen() throws Http2Exception {
      http2
          .connection()
          .local()
          .flowController()
          .incrementWindowSize(
              http2.connection().connectionStream(),
              CONNECTION_WINDOW_BYTES - Http2CodecUtil.DEFAULT_WINDOW_SIZE);
    }

    @Override
    public void channelRead(ChannelHandlerContext unused, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext unused, Throwable cause) {
      channel.close();
    }
  }
}
