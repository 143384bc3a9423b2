package io.longhaul.load.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.util.AttributeKey;
import java.net.SocketAddress;
import org.asynchttpclient.netty.channel.ChannelManager;
import org.jspecify.annotations.Nullable;

/**
 * One channel: the events at the head of its pipeline, and the request attempt that it serves.
 * Belongs to the event loop.
 */
final class Connection implements ChannelListener {

  private static final AttributeKey<Connection> OF_CHANNEL =
      AttributeKey.valueOf(Connection.class, "of");

  private final Connections connections;
  private final Channel channel;

  private @Nullable StreamingResponseHandler attempt;
  private boolean hasTls;
  private boolean usesTunnel;
  private long readAtNanos;
  private int responseReads;
  private long requestBytes;
  private boolean sent;
  private boolean written;
  private long idleSinceNanos;
  private long serverKeepAliveNanos = Long.MAX_VALUE;

  Connection(Connections connections, Channel channel) {
    this.connections = connections;
    this.channel = channel;
    channel.attr(OF_CHANNEL).set(this);
  }

  static Connection of(Channel channel) {
    return channel.attr(OF_CHANNEL).get();
  }

  // Events at the head of the pipeline.

  @Override
  public void connecting(SocketAddress remote, long atNanos) {
    connections.connecting(remote, this, atNanos);
  }

  @Override
  public void opened() {
    connections.opened();
  }

  @Override
  public void read(long atNanos) {
    readAtNanos = atNanos;
    if (!hasTls) {
      plainBytes();
    }
  }

  void plainBytes() {
    if (isResponseUnexpected()) {
      // This data must not be mistaken for the next response.
      close();
    } else {
      responseReads++;
    }
  }

  @Override
  public void writing(int bytes) {
    requestBytes += bytes;
  }

  @Override
  public void flushing(long atNanos) {
    if (attempt != null && !sent && requestBytes > 0 && channel.isActive()) {
      sent = true;
      attempt.sent(atNanos);
    }
  }

  @Override
  public void closed(long atNanos) {
    readAtNanos = atNanos;
    connections.closed();
  }

  // Queries from the head of the pipeline.

  /** Returns whether this connection goes through a proxy tunnel. */
  boolean usesTunnel() {
    return usesTunnel;
  }

  /** Returns when a connection to this address may be opened. */
  long connectsNotBeforeNanos(SocketAddress remote) {
    return connections.notBeforeNanos(remote);
  }

  /** Returns when written bytes may be flushed. */
  long flushNotBeforeNanos() {
    return attempt == null || sent ? LlmClient.IMMEDIATELY : attempt.notBeforeNanos();
  }

  // Calls from the attempt that is served.

  /** Makes this connection use a proxy tunnel; called before it connects. */
  void useTunnel() {
    usesTunnel = true;
  }

  /** Assigns the connection to an attempt, which is about to write its request. */
  void serve(StreamingResponseHandler handler) {
    attempt = handler;
    requestBytes = 0;
    sent = false;
    written = false;
    responseReads = 0;
  }

  void requestWritten() {
    written = true;
  }

  /** Frees the connection for another request after a complete response. */
  void release() {
    attempt = null;
  }

  void setServerKeepAlive(long nanos) {
    serverKeepAliveNanos = nanos;
  }

  /**
   * Moves the timestamps in front of TLS, which Async HTTP Client inserts first when the connection
   * is open.
   */
  void tlsAdded() {
    hasTls = true;
    ChannelPipeline pipeline = channel.pipeline();
    pipeline.remove(StampingHandler.NAME);
    pipeline.remove(HoldingHandler.NAME);
    connections.addStamps(this);
    pipeline.addBefore(ChannelManager.HTTP_CLIENT_CODEC, "plain-bytes", plainBytesHandler());
  }

  /**
   * Returns the handler behind TLS, which sees the reads that contained response bytes rather than
   * only TLS records such as session tickets.
   */
  private ChannelInboundHandlerAdapter plainBytesHandler() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object bytes) {
        plainBytes();
        context.fireChannelRead(bytes);
      }
    };
  }

  /**
   * Closes the connection and drops a request that is being held: on close, TLS would otherwise
   * send it together with its closing alert.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // The head of the pipeline sees the close.
  void close() {
    if (hasTls && attempt != null && !sent && requestBytes > 0) {
      channel.pipeline().context(HoldingHandler.NAME).close();
    } else {
      channel.close();
    }
  }

  // Queries from the pool.

  void nowIdle(long atNanos) {
    idleSinceNanos = atNanos;
  }

  long idleNanos(long nowNanos) {
    return nowNanos - idleSinceNanos;
  }

  /**
   * Returns how long the server keeps the idle connection; {@link Long#MAX_VALUE} if it did not
   * say.
   */
  long serverKeepAliveNanos() {
    return serverKeepAliveNanos;
  }

  /** Returns false if a response arrived before its request was fully written. */
  boolean isReusable() {
    return written;
  }

  Channel channel() {
    return channel;
  }

  /**
   * Returns whether there is no request, or one that has not been sent yet, so that no response can
   * arrive.
   */
  boolean isResponseUnexpected() {
    return attempt == null || (!sent && attempt.notBeforeNanos() > readAtNanos);
  }

  /** Returns when the bytes being processed were read, or when the channel closed. */
  long readAtNanos() {
    return readAtNanos;
  }

  /** Returns how many reads contained bytes of this response. */
  int responseReads() {
    return responseReads;
  }

  /** Returns how many bytes of this request passed the head of the pipeline, including TLS. */
  long requestBytes() {
    return requestBytes;
  }
}
