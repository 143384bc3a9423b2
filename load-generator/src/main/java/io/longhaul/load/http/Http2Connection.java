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
import io.netty.resolver.AddressResolver;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * One HTTP/2 connection: what the head of its pipeline saw, and the calls that it serves, each on a
 * stream of its own. On the loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The head of the pipeline hears of the closing.
final class Http2Connection extends Http2FrameAdapter implements ChannelListener {

  /** An answer's bytes that may be under way before we say that we have read some. */
  private static final int STREAM_WINDOW_BYTES = 1 << 20;

  private static final int CONNECTION_WINDOW_BYTES = 16 << 20;

  /** Streams are numbered up to 2³¹; some are left for those that wait. */
  private static final int LAST_STREAM = Integer.MAX_VALUE - 10_000;

  private static final String NO_HTTP_2 = "the server does not speak HTTP/2";
  private static final String TAIL = "tail";
  private static final int FRAME_HEAD_BYTES = 9;
  private static final int FRAME_BYTES = 16_384;

  private final Http2Connections connections;
  private final RunClock clock;
  private final Http2PoolKey key;
  private final boolean keepAlive;

  /** Null when it is not encrypted. */
  private final Http2Tls tls;

  private final Http2ConnectionHandler http2;
  private final FrameBytesHandler frames = new FrameBytesHandler();

  /** By stream. */
  private final IntObjectMap<Http2Call> calls = new IntObjectHashMap<>();

  /** Until the connection is made and the server has said that it has room. */
  private final List<Http2Call> waiting = new ArrayList<>();

  /** Whose first bytes wait to be flushed. */
  private final List<Http2Call> unflushed = new ArrayList<>();

  private Channel channel;

  /** Null until HTTP/2 has begun. */
  private ChannelHandlerContext context;

  private boolean connectBegan;
  private boolean connected;
  private boolean tlsAgreed;
  private boolean used;
  private boolean closing;

  /** Whether the server has said a word of HTTP/2. */
  private boolean hasHttp2Settings;

  /** Ends the wait for that word. */
  private LlmClient.Timer settingsTimer = () -> {};

  /** 0 until the server has said it, and while it has room for none. */
  private int maxStreams;

  private long readAtNanos;
  private int reads;
  private long idleSinceNanos;

  /**
   * @param tls null when it is not encrypted
   * @param keepAlive whether it serves more than one call
   */
  Http2Connection(
      Http2Connections connections, RunClock clock, Http2PoolKey key, Http2Tls tls, boolean keepAlive) {
    this.connections = connections;
    this.clock = clock;
    this.key = key;
    this.keepAlive = keepAlive;
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
            // What a server says that says nothing is no reason to leave it.
            .decoderEnforceMaxConsecutiveEmptyDataFrames(0)
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
  void connect(Bootstrap bootstrap, AddressResolver<InetSocketAddress> names) {
    Bootstrap its =
        bootstrap
            .clone()
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel newChannel) {
                    prepare(newChannel);
                  }
                });
    names
        .resolveAll(InetSocketAddress.createUnresolved(key.host(), key.port()))
        .addListener(
            (Future<List<InetSocketAddress>> found) -> {
              if (found.isSuccess()) {
                connectToNext(its, found.getNow().iterator());
              } else {
                connectFailed(clock.nowNanos(), found.cause());
              }
            });
  }

  private void prepare(Channel newChannel) {
    channel = newChannel;
    ChannelPipeline pipeline = newChannel.pipeline();
    pipeline.addLast(new StampingHandler(clock, this));
    if (tls != null) {
      SslHandler encrypting = tls.handlerFor(newChannel, key.host(), key.port());
      pipeline.addLast(encrypting, new Handshake(encrypting));
    }
  }

  /** A host's addresses are tried one after the other. */
  private void connectToNext(Bootstrap bootstrap, Iterator<InetSocketAddress> addresses) {
    if (closing) {
      return;
    }
    bootstrap
        .connect(addresses.next())
        .addListener(
            done -> {
              long atNanos = clock.nowNanos();
              if (done.isSuccess()) {
                connected = true;
                List.copyOf(waiting).forEach(call -> call.connected(atNanos));
                if (tls == null) {
                  begin();
                }
              } else if (addresses.hasNext()) {
                connectToNext(bootstrap, addresses);
              } else {
                connectFailed(atNanos, done.cause());
              }
            });
  }

  /** HTTP/2 begins; the codec tells whoever stands behind it at once that it can be used. */
  private void begin() {
    settingsTimer = connections.afterConnectTimeout(this::settingsTimedOut);
    ChannelPipeline pipeline = channel.pipeline();
    pipeline.addLast(frames, new Http1Detector(this::http1Detected));
    pipeline.addLast(TAIL, new Tail());
    pipeline.addBefore(TAIL, null, http2);
  }

  private void connectFailed(long atNanos, Throwable cause) {
    fail(
        atNanos,
        cause instanceof ConnectTimeoutException ? Kind.CONNECT_TIMEOUT : Kind.CONNECT_FAILED,
        String.valueOf(cause.getMessage()));
  }

  /** To wait on would keep all later calls to this server waiting, too. */
  private void settingsTimedOut() {
    fail(clock.nowNanos(), Kind.CONNECT_TIMEOUT, "the server did not say a word of HTTP/2");
  }

  private void http1Detected(String statusLine) {
    fail(readAtNanos, Kind.BAD_HTTP, NO_HTTP_2 + ": it said " + statusLine);
  }

  /** It will serve nobody. */
  private void fail(long atNanos, Kind kind, String message) {
    List<Http2Call> refused = takeAll();
    close();
    refused.forEach(call -> call.failed(atNanos, kind, message));
  }

  private List<Http2Call> takeAll() {
    List<Http2Call> all = takeWaiting();
    unflushed.clear();
    all.addAll(calls.values());
    calls.clear();
    return all;
  }

  private List<Http2Call> takeWaiting() {
    List<Http2Call> taken = new ArrayList<>(waiting);
    waiting.clear();
    return taken;
  }

  boolean isTo(Http2PoolKey other) {
    return key.equals(other);
  }

  boolean hasRoom() {
    int most = maxStreams > 0 ? maxStreams : connections.defaultMaxStreams();
    return !closing && activeStreams() + waiting.size() < most;
  }

  private int activeStreams() {
    return http2.connection().local().numActiveStreams();
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
    // Frames are counted before they are encrypted, when it is known whose they are.
  }

  @Override
  public void flushing(long atNanos) {
    if (!unflushed.isEmpty()) {
      List<Http2Call> flushed = List.copyOf(unflushed);
      unflushed.clear();
      flushed.forEach(call -> call.sent(atNanos));
    }
  }

  @Override
  public void closed(long atNanos) {
    settingsTimer.cancel();
    connections.closed();
    retire();
    List<Http2Call> lost = takeAll();
    if (hasHttp2Settings || tls != null || reads == 0) {
      String message = "the connection was closed" + (hasHttp2Settings ? "" : " before a word of HTTP/2");
      // A call that is tried again goes to another connection.
      lost.forEach(call -> call.lost(atNanos, message));
    } else {
      lost.forEach(call -> call.failed(atNanos, Kind.BAD_HTTP, NO_HTTP_2));
    }
  }

  // Told by calls.

  /** Takes a call over; it goes out at once, or when the server has said that it has room. */
  void serve(Http2Call call) {
    if (maxStreams > 0) {
      write(call, used, calls.isEmpty());
    } else {
      waiting.add(call);
      if (!hasHttp2Settings) {
        reportConnectProgress(call, clock.nowNanos());
      }
    }
  }

  /** Who comes while the connection is being made missed what was told before. */
  private void reportConnectProgress(Http2Call call, long atNanos) {
    if (connectBegan) {
      call.connectStarted(atNanos);
    }
    if (connected) {
      call.connected(atNanos);
    }
    if (tlsAgreed) {
      call.tlsEnded(atNanos);
    }
  }

  private void write(Http2Call call, boolean reused, boolean alone) {
    used = true;
    int stream = http2.connection().local().incrementAndGetNextStreamId();
    if (stream > LAST_STREAM) {
      retire();
    }
    calls.put(stream, call);
    unflushed.add(call);
    call.onStream(stream, reused, reused && alone);
    long before = frames.bytes();
    byte[] body = call.body();
    ChannelFuture headersWritten =
        http2
            .encoder()
            .writeHeaders(context, stream, call.headers(), 0, body == null, context.newPromise())
            .addListener(done -> headersWritten(stream, done.cause()));
    long bytesOfHead = frames.bytes() - before;
    if (body == null) {
      headersWritten.addListener(done -> written(call, done.isSuccess(), bytesOfHead));
    } else {
      long frameHeads = Math.max(1, (body.length + FRAME_BYTES - 1) / FRAME_BYTES);
      long bytes = bytesOfHead + body.length + frameHeads * FRAME_HEAD_BYTES;
      http2
          .encoder()
          .writeData(context, stream, Unpooled.wrappedBuffer(body), 0, true, context.newPromise())
          .addListener(done -> written(call, done.isSuccess(), bytes));
    }
    http2.flush(context);
  }

  /**
   * @param bytes those of the body in frames of the usual size: how flow control cuts them nobody
   *     says
   */
  private void written(Http2Call call, boolean success, long bytes) {
    if (success) {
      call.written(clock.nowNanos(), bytes);
    }
  }

  /**
   * @param failure null when all is well
   */
  private void headersWritten(int stream, Throwable failure) {
    Http2Call call = failure == null ? null : calls.remove(stream);
    if (call != null) {
      call.unprocessed(clock.nowNanos(), String.valueOf(failure.getMessage()));
    }
  }

  /** The call is over, or given up: then its stream is reset. */
  void release(Http2Call call, boolean reset) {
    waiting.remove(call);
    unflushed.remove(call);
    boolean underWay = calls.remove(call.stream()) != null;
    if (underWay && reset && channel.isActive()) {
      http2.resetStream(context, call.stream(), Http2Error.CANCEL.code(), context.newPromise());
      http2.flush(context);
    }
    idleSinceNanos = clock.nowNanos();
    boolean isLast = key.owner() != null && (reset || call.isOwnersLast());
    if ((closing || !keepAlive || isLast) && calls.isEmpty() && waiting.isEmpty()) {
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
    if (most != null || !hasHttp2Settings) {
      maxStreams = most == null ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, most);
    }
    hasHttp2Settings = true;
    settingsTimer.cancel();
    // Another connection would not find more room with a server that has room for none.
    if (maxStreams > 0) {
      connections.setDefaultMaxStreams(maxStreams);
      sendWaitingCalls();
    }
  }

  /** Those that the server has no room for go elsewhere. */
  private void sendWaitingCalls() {
    List<Http2Call> ready = takeWaiting();
    boolean reused = used;
    for (Http2Call call : ready) {
      if (activeStreams() < maxStreams) {
        write(call, reused, false);
      } else {
        call.dispatch();
      }
    }
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext unused, int stream, ByteBuf data, int padding, boolean last) {
    int flowBytes = data.readableBytes() + padding;
    Http2Call call = calls.get(stream);
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
    Http2Call call = calls.get(stream);
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
    Http2Call call = calls.remove(stream);
    if (call != null) {
      String message = "the server reset the stream: " + Http2Error.valueOf(code);
      if (code == Http2Error.REFUSED_STREAM.code()) {
        call.unprocessed(readAtNanos, message);
      } else {
        call.cut(readAtNanos, message);
      }
    }
  }

  /** The server takes no further calls, and will not answer those behind the last stream. */
  @Override
  public void onGoAwayRead(ChannelHandlerContext unused, int last, long code, ByteBuf message) {
    retire();
    takeWaiting().forEach(Http2Call::dispatch);
    for (Http2Call call : List.copyOf(calls.values())) {
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
    Http2Call call = calls.remove(stream);
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
      } else if (!Http2Tls.speaksHttp2(encrypting)) {
        fail(atNanos, Kind.TLS_FAILED, NO_HTTP_2 + " (it did not agree while shaking hands, ALPN)");
      } else {
        tlsAgreed = true;
        List.copyOf(waiting).forEach(call -> call.tlsEnded(atNanos));
        its.pipeline().remove(this);
        begin();
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
        enlargeWindow();
      }
    }

    private void enlargeWindow() throws Http2Exception {
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
