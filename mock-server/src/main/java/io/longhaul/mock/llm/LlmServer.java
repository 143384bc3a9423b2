package io.longhaul.mock.llm;

import io.longhaul.mock.net.Listener;
import io.longhaul.mock.script.ServerScript;
import io.longhaul.mock.truth.TruthRecord;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The LLM server: one port for HTTP/1.1, HTTP/2 and gRPC, one event loop, and the state that all
 * connections share.
 */
public final class LlmServer implements AutoCloseable {
  private static final int MAX_REQUEST_LINE_LENGTH = 8 << 10;
  private static final int MAX_HEADER_BYTES = 64 << 10;
  private static final int SCRATCH = 4 << 10;
  private static final int MAX_RETAINED_SCRATCH_BYTES = 1 << 20;

  private final ServerScript script;
  private final List<String> models;
  private final @Nullable String apiKey;
  private final @Nullable SslContext tls;
  private final Consumer<TruthRecord> truth;
  private final LoadListener load;
  private final ServingMetrics metrics;

  /**
   * Buffer in which an event is assembled before its length is known; used only within one call on
   * the event loop.
   */
  private ByteBuf scratch = Unpooled.buffer(SCRATCH);

  private final Listener listener;
  private long connections;
  private long firstRequestNanos;
  private volatile boolean closing;
  private volatile long requestsReceived;
  private volatile int openStreams;

  /**
   * Opens the server.
   *
   * @param port port to bind; 0 for any free port
   * @param models models that {@code /v1/models} lists; requests may use any model name
   * @param apiKey required API key, or null for none
   * @param tls TLS of connections, or null for plain text
   * @param truth receives the record of each request to an endpoint when it ends, on the event loop
   * @param load is notified of each change of the load
   * @throws IOException if the port cannot be bound
   */
  public LlmServer(
      String host,
      int port,
      ServerScript script,
      List<String> models,
      @Nullable String apiKey,
      @Nullable SslContext tls,
      Consumer<TruthRecord> truth,
      LoadListener load)
      throws IOException {
    this.script = script;
    this.models = List.copyOf(models);
    this.apiKey = apiKey;
    this.tls = tls;
    this.truth = truth;
    this.load = load;
    this.metrics = new ServingMetrics(models.isEmpty() ? "" : models.get(0));
    this.listener = Listener.open("llm", host, port, this::handlersOfConnection);
  }

  public int port() {
    return listener.port();
  }

  /** Runs a task on the event loop and waits for it. Must be called from another thread. */
  public void onLoop(Runnable task) {
    listener.loop().submit(task).syncUninterruptibly();
  }

  /** Returns the number of requests to endpoints that were received completely. Thread-safe. */
  public long requestsReceived() {
    return requestsReceived;
  }

  /** Returns the number of requests to endpoints with an unfinished response. Thread-safe. */
  public int openStreams() {
    return openStreams;
  }

  /**
   * Closes the port and all connections; open requests end as {@code SERVER_CLOSED}. All records
   * are passed on before it returns.
   */
  @Override
  public void close() {
    if (!closing) {
      closing = true;
      listener.close();
    }
  }

  ServerScript script() {
    return script;
  }

  List<String> models() {
    return models;
  }

  @Nullable String apiKey() {
    return apiKey;
  }

  ByteBuf scratch() {
    if (scratch.capacity() > MAX_RETAINED_SCRATCH_BYTES) {
      scratch = Unpooled.buffer(SCRATCH);
    }
    return scratch.clear();
  }

  /** Returns the metrics of the server. Event loop only. */
  ServingMetrics metrics() {
    return metrics;
  }

  boolean closing() {
    return closing;
  }

  /** Counts a received request and returns its number, from 1. */
  long requestStarted() {
    long number = requestsReceived + 1;
    requestsReceived = number;
    if (number == 1) {
      firstRequestNanos = System.nanoTime();
    }
    load(openStreams + 1);
    return number;
  }

  /** Returns the time from the first request until now. Event loop only, after that request. */
  long nanosSinceFirstRequest() {
    return System.nanoTime() - firstRequestNanos;
  }

  void requestEnded(TruthRecord record) {
    load(openStreams - 1);
    truth.accept(record);
  }

  private void load(int streams) {
    load.openStreamsChanged(System.nanoTime(), streams);
    openStreams = streams;
  }

  private ChannelHandler[] handlersOfConnection() {
    SocketTimestamps timestamps = new SocketTimestamps();
    long number = ++connections;
    ProtocolDetector detector =
        new ProtocolDetector(
            () -> handlersOfHttp1(timestamps, number),
            () -> new Http2ServerConnection(this, timestamps, number).handlers());
    return tls == null
        ? new ChannelHandler[] {timestamps, detector}
        : new ChannelHandler[] {tls.newHandler(ByteBufAllocator.DEFAULT), timestamps, detector};
  }

  private ChannelHandler[] handlersOfHttp1(SocketTimestamps timestamps, long number) {
    HttpDecoderConfig limits =
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_REQUEST_LINE_LENGTH)
            .setMaxHeaderSize(MAX_HEADER_BYTES);
    return new ChannelHandler[] {
      new HttpRequestDecoder(limits), new Http1ServerConnection(this, timestamps, number)
    };
  }
}
