package io.longhaul.load.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.util.AttributeKey;
import java.net.SocketAddress;
import org.asynchttpclient.netty.channel.ChannelManager;

/**
 * One channel: what the head of its pipeline saw, and which try of a request it serves. On the
 * loop.
 */
final class Connection implements ChannelListener {

  private static final AttributeKey<Connection> OF_CHANNEL =
      AttributeKey.valueOf(Connection.class, "of");

  private final Connections connections;
  private final Channel channel;

  private StreamingResponseHandler served;
  private boolean behindTls;
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

  // Seen at the head of the pipeline.

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
    if (!behindTls) {
      plainBytes();
    }
  }

  void plainBytes() {
    if (isResponseUnexpected()) {
      // Whatever this is, it must not be taken for the next answer.
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
    if (served != null && !sent && requestBytes > 0 && channel.isActive()) {
      sent = true;
      served.sent(atNanos);
    }
  }

  @Override
  public void closed(long atNanos) {
    readAtNanos = atNanos;
    connections.closed();
  }

  // Asked there, too.

  /** Whether whoever waits for it is to be led through a proxy's tunnel. */
  boolean usesTunnel() {
    return usesTunnel;
  }

  /** When a connection to this address may be made. */
  long connectsNotBeforeNanos(SocketAddress remote) {
    return connections.notBeforeNanos(remote);
  }

  /** When what was written may be flushed. */
  long flushNotBeforeNanos() {
    return served == null || sent ? HoldingHandler.IMMEDIATELY : served.notBeforeNanos();
  }

  // Told by the try that is served.

  /** Before it is connected. */
  void useTunnel() {
    usesTunnel = true;
  }

  /** A request is about to be written. */
  void serve(StreamingResponseHandler handler) {
    served = handler;
    requestBytes = 0;
    sent = false;
    written = false;
    responseReads = 0;
  }

  void requestWritten() {
    written = true;
  }

  /** The answer is whole, the connection may serve another request. */
  void release() {
    served = null;
  }

  void setServerKeepAlive(long nanos) {
    serverKeepAliveNanos = nanos;
  }

  /** Async HTTP Client puts TLS first when a connection is made: stamps move before it. */
  void tlsAdded() {
    behindTls = true;
    ChannelPipeline pipeline = channel.pipeline();
    pipeline.remove(StampingHandler.NAME);
    pipeline.remove(HoldingHandler.NAME);
    connections.addStamps(this);
    pipeline.addBefore(
        ChannelManager.HTTP_CLIENT_CODEC, PlainBytesHandler.NAME, new PlainBytesHandler(this));
  }

  /**
   * A request that is held is dropped: TLS, asked to close, would send it with its own last words.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // The head of the pipeline hears of the closing.
  void close() {
    if (behindTls && served != null && !sent && requestBytes > 0) {
      channel.pipeline().context(HoldingHandler.NAME).close();
    } else {
      channel.close();
    }
  }

  // Asked by the pool.

  void nowIdle(long atNanos) {
    idleSinceNanos = atNanos;
  }

  long idleNanos(long nowNanos) {
    return nowNanos - idleSinceNanos;
  }

  /** How long the server promised to keep it idle; {@link Long#MAX_VALUE} when it did not say. */
  long serverKeepAliveNanos() {
    return serverKeepAliveNanos;
  }

  /** Not when an answer overtook its own request, the rest of which is still to be written. */
  boolean isReusable() {
    return written;
  }

  Channel channel() {
    return channel;
  }

  /** It serves no request, or one that has still to wait. */
  boolean isResponseUnexpected() {
    return served == null || (!sent && served.notBeforeNanos() > readAtNanos);
  }

  /** When the bytes that are being handled were read, or when the channel closed. */
  long readAtNanos() {
    return readAtNanos;
  }

  /** How many reads brought bytes of this answer. */
  int responseReads() {
    return responseReads;
  }

  /** Bytes of this request that passed the head of the pipeline, with TLS around them. */
  long requestBytes() {
    return requestBytes;
  }
}
