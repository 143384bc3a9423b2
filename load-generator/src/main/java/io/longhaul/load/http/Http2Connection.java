package io.longhaul.load.http;

import static java.util.Objects.requireNonNull;

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
import io.netty.handler.ssl.ApplicationProtocolNames;
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
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 connection: the events at the head of its pipeline, and the calls that it serves, each
 * on its own stream. Belongs to the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The head of the pipeline sees the close.
final class Http2Connection extends Http2FrameAdapter implements ChannelListener {

  /** Response bytes that may be in flight before we acknowledge some of them. */
  private static final int STREAM_WINDOW_BYTES = 1 << 20;

  private static final int CONNECTION_WINDOW_BYTES = 16 << 20;

  /** Stream ids end at 2³¹; some are reserved for waiting calls. */
  private static final int LAST_STREAM = Integer.MAX_VALUE - 10_000;

  private static final String NO_HTTP_2 = "the server does not speak HTTP/2";
  private static final String TAIL = "tail";
  private static final int FRAME_HEAD_BYTES = 9;
  private static final int FRAME_BYTES = 16_384;

  private final Http2Connections connections;
  private final RunClock clock;
  private final Http2PoolKey key;
  private final boolean keepAlive;

  /** Null if the connection is not encrypted. */
  private final Http2ConnectionHandler http2;

  private final FrameBytesHandler frames = new FrameBytesHandler();

  /** Calls by stream id. */
  private final IntObjectMap<Http2Call> calls = new IntObjectHashMap<>();

  /**
   * Calls that wait until the connection is open and the server has announced its number of
   * streams.
   */
  private final List<Http2Call> waiting = new ArrayList<>();

  /** Calls whose first bytes have not been flushed. */
  private final List<Http2Call> unflushed = new ArrayList<>();

  private @Nullable Channel channel;

  /** Null until HTTP/2 has started. */
  private @Nullable ChannelHandlerContext context;

  private boolean isConnecting;
  private boolean connected;
  private boolean tlsAgreed;
  private boolean used;
  private boolean closing;

  /** Whether the server has sent its SETTINGS frame. */
  private boolean hasHttp2Settings;

  /** The timeout for the SETTINGS frame. */
  private LlmClient.Timer settingsTimer = LlmClient.Timer.NONE;

  /** Maximum number of streams; 0 until the server has announced it, and while it allows none. */
  private int maxStreams;

  private long readAtNanos;
  private int reads;
  private long idleSinceNanos;

  /**
   * Creates a connection that is not open yet.
   *
   * @param keepAlive whether it serves more than one call
   */
  Http2Connection(
      Http2Connections connections, RunClock clock, Http2PoolKey key, boolean keepAlive) {
    this.connections = connections;
    this.clock = clock;
    this.key = key;
    this.keepAlive = keepAlive;
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
            // As many cancellations as the plan contains.
            .encoderEnforceMaxRstFramesPerWindow(0, 0)
            // Empty DATA frames are no reason to close the connection.
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

  /** Starts to connect, and reports the progress to waiting calls. */
  void connect(Bootstrap bootstrap, AddressResolver<InetSocketAddress> names) {
    Bootstrap bootstrapWithHandler =
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
                connectToNext(bootstrapWithHandler, found.getNow().iterator());
              } else {
                connectFailed(clock.nowNanos(), found.cause());
              }
            });
  }

  private void prepare(Channel newChannel) {
    channel = newChannel;
    ChannelPipeline pipeline = newChannel.pipeline();
    pipeline.addLast(new StampingHandler(clock, this));
    if (key.secure()) {
      SslHandler encrypting = connections.tlsHandler(newChannel, key);
      pipeline.addLast(encrypting, new Handshake(encrypting));
    }
  }

  /** Tries a host's addresses in succession. */
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
                if (!key.secure()) {
                  begin();
                }
              } else if (addresses.hasNext()) {
                connectToNext(bootstrap, addresses);
              } else {
                connectFailed(atNanos, done.cause());
              }
            });
  }

  /** Starts HTTP/2. The codec immediately informs the handler behind it that it is ready. */
  private void begin() {
    settingsTimer = connections.afterConnectTimeout(this::settingsTimedOut);
    ChannelPipeline pipeline = channel().pipeline();
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

  /** Fails the connection, because later calls to this server would wait for it, too. */
  private void settingsTimedOut() {
    fail(clock.nowNanos(), Kind.CONNECT_TIMEOUT, "the server sent no HTTP/2 frame");
  }

  private void http1Detected(String statusLine) {
    fail(readAtNanos, Kind.BAD_HTTP, NO_HTTP_2 + ": it sent " + statusLine);
  }

  /** Fails the connection and all of its calls. */
  private void fail(long atNanos, Kind kind, String message) {
    List<Http2Call> failed = takeAll();
    close();
    failed.forEach(call -> call.failed(atNanos, kind, message));
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

  private Channel channel() {
    return requireNonNull(channel);
  }

  private ChannelHandlerContext context() {
    return requireNonNull(context);
  }

  boolean isTo(Http2PoolKey other) {
    return key.equals(other);
  }

  boolean hasFreeStream() {
    int announced = maxStreams > 0 ? maxStreams : connections.defaultMaxStreams();
    return !closing && activeStreams() + waiting.size() < announced;
  }

  private int activeStreams() {
    return http2.connection().local().numActiveStreams();
  }

  boolean isIdleSince(long nanos) {
    return used && calls.isEmpty() && waiting.isEmpty() && idleSinceNanos < nanos;
  }

  // Events at the head of the pipeline.

  @Override
  public void connecting(SocketAddress remote, long atNanos) {
    isConnecting = true;
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
    // Frames are counted before encryption, where it is known to which call they belong.
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
    if (hasHttp2Settings || key.secure() || reads == 0) {
      String message =
          "the connection was closed" + (hasHttp2Settings ? "" : " before any HTTP/2 frame");
      // A call that is retried goes to another connection.
      lost.forEach(call -> call.lost(atNanos, message));
    } else {
      lost.forEach(call -> call.failed(atNanos, Kind.BAD_HTTP, NO_HTTP_2));
    }
  }

  // Calls from Http2Call.

  /**
   * Accepts a call; sends it immediately, or when the server has announced its number of streams.
   */
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

  /** Reports earlier progress to a call that arrives while the connection is being opened. */
  private void reportConnectProgress(Http2Call call, long atNanos) {
    if (isConnecting) {
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
            .writeHeaders(
                context(), stream, call.headers(), 0, body == null, context().newPromise())
            .addListener(done -> headersWritten(stream, done.cause()));
    long bytesOfHead = frames.bytes() - before;
    if (body == null) {
      headersWritten.addListener(done -> written(call, done.isSuccess(), bytesOfHead));
    } else {
      long frameHeads = Math.max(1, (body.length + FRAME_BYTES - 1) / FRAME_BYTES);
      long bytes = bytesOfHead + body.length + frameHeads * FRAME_HEAD_BYTES;
      http2
          .encoder()
          .writeData(
              context(), stream, Unpooled.wrappedBuffer(body), 0, true, context().newPromise())
          .addListener(done -> written(call, done.isSuccess(), bytes));
    }
    http2.flush(context());
  }

  /**
   * Reports that a call was fully written.
   *
   * @param bytes size with body frames of the usual size; how flow control splits them is not known
   */
  private void written(Http2Call call, boolean success, long bytes) {
    if (success) {
      call.written(clock.nowNanos(), bytes);
    }
  }

  /**
   * Called when the headers were written.
   *
   * @param failure null if successful
   */
  private void headersWritten(int stream, @Nullable Throwable failure) {
    if (failure != null) {
      Http2Call call = calls.remove(stream);
      if (call != null) {
        call.unprocessed(clock.nowNanos(), String.valueOf(failure.getMessage()));
      }
    }
  }

  /**
   * Removes a call that has ended or, with {@code reset}, was aborted: then its stream is reset.
   */
  void release(Http2Call call, boolean reset) {
    waiting.remove(call);
    unflushed.remove(call);
    boolean isActive = calls.remove(call.stream()) != null;
    if (isActive && reset && channel().isActive()) {
      http2.resetStream(context(), call.stream(), Http2Error.CANCEL.code(), context().newPromise());
      http2.flush(context());
    }
    idleSinceNanos = clock.nowNanos();
    boolean isLast = key.owner() != null && (reset || call.isOwnersLast());
    if ((closing || !keepAlive || isLast) && calls.isEmpty() && waiting.isEmpty()) {
      close();
    }
  }

  /** Excludes the connection from further calls. */
  private void retire() {
    closing = true;
    connections.forget(this);
  }

  /** Closes the connection; its calls are lost. */
  void close() {
    retire();
    if (channel != null) {
      channel.close();
    }
  }

  /** Returns the number of reads, including the one that is being processed. */
  int reads() {
    return reads;
  }

  // Frames from the server.

  @Override
  public void onSettingsRead(ChannelHandlerContext unused, Http2Settings settings) {
    Long announced = settings.maxConcurrentStreams();
    if (announced != null || !hasHttp2Settings) {
      maxStreams =
          announced == null ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, announced);
    }
    hasHttp2Settings = true;
    settingsTimer.cancel();
    // If the server allows no streams, another connection would not help.
    if (maxStreams > 0) {
      connections.setDefaultMaxStreams(maxStreams);
      sendWaitingCalls();
    }
  }

  /** Sends the waiting calls; those that exceed the number of streams go to other connections. */
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
        call.closedEarly(readAtNanos, message);
      }
    }
  }

  /** The server accepts no further calls, and will not respond to those behind the last stream. */
  @Override
  public void onGoAwayRead(ChannelHandlerContext unused, int last, long code, ByteBuf message) {
    retire();
    takeWaiting().forEach(Http2Call::dispatch);
    for (Http2Call call : List.copyOf(calls.values())) {
      if (call.stream() > last) {
        calls.remove(call.stream());
        call.unprocessed(readAtNanos, "the server sent GOAWAY");
      }
    }
    if (calls.isEmpty()) {
      close();
    }
  }

  /**
   * Called for every closed stream. If its call has not ended, the stream violated HTTP/2 or one of
   * our limits.
   */
  private void streamClosed(int stream) {
    Http2Call call = calls.remove(stream);
    if (call != null && channel().isActive()) {
      call.failed(readAtNanos, Kind.BAD_HTTP, "the stream violated HTTP/2");
    } else if (call != null) {
      call.lost(readAtNanos, "the connection was closed");
    }
  }

  /** Waits behind TLS for the end of the handshake, after which HTTP/2 starts. */
  private final class Handshake extends ChannelInboundHandlerAdapter {
    private final SslHandler encrypting;

    private Handshake(SslHandler encrypting) {
      this.encrypting = encrypting;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext bootstrapWithHandler, Object event) {
      if (!(event instanceof SslHandshakeCompletionEvent done)) {
        return;
      }
      long atNanos = clock.nowNanos();
      if (!done.isSuccess()) {
        fail(atNanos, Kind.TLS_FAILED, String.valueOf(done.cause().getMessage()));
      } else if (!ApplicationProtocolNames.HTTP_2.equals(encrypting.applicationProtocol())) {
        fail(atNanos, Kind.TLS_FAILED, NO_HTTP_2 + " (it did not select h2 by ALPN)");
      } else {
        tlsAgreed = true;
        List.copyOf(waiting).forEach(call -> call.tlsEnded(atNanos));
        bootstrapWithHandler.pipeline().remove(this);
        begin();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext unused, Throwable cause) {
      channel().close();
    }
  }

  /** The last handler: detects when the codec is ready, and closes the connection on errors. */
  private final class Tail extends ChannelInboundHandlerAdapter {

    @Override
    public void userEventTriggered(ChannelHandlerContext unused, Object event)
        throws Http2Exception {
      if (event instanceof Http2ConnectionPrefaceAndSettingsFrameWrittenEvent) {
        context = channel().pipeline().context(http2);
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
      channel().close();
    }
  }
}
