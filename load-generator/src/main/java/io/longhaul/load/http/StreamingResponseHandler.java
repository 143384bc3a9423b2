package io.longhaul.load.http;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;
import org.asynchttpclient.HttpResponseBodyPart;
import org.asynchttpclient.HttpResponseStatus;
import org.asynchttpclient.ListenableFuture;
import org.asynchttpclient.Request;
import org.asynchttpclient.handler.ProgressAsyncHandler;
import org.asynchttpclient.netty.request.NettyRequest;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to send a request with Async HTTP Client. Translates its callbacks to calls of an
 * {@link ExchangeListener}, with the times of the {@link Connection}, and determines how it ended.
 */
final class StreamingResponseHandler implements ProgressAsyncHandler<Void>, Attempt {

  private final LlmClient.Exchange exchange;
  private final Request request;
  private final boolean usesTunnel;
  private final AhcLlmClient client;

  private ExchangeListener listener;
  private @Nullable ListenableFuture<Void> future;
  private boolean abandoned;
  private @Nullable Connection connection;
  private boolean connectReported;
  private boolean connected;
  private boolean connectionReused;
  private boolean tlsFailed;
  private int status;
  private boolean headersReported;

  StreamingResponseHandler(
      LlmClient.Exchange exchange, Request request, boolean usesTunnel, AhcLlmClient client) {
    this.exchange = exchange;
    this.listener = exchange.listener;
    this.request = request;
    this.usesTunnel = usesTunnel;
    this.client = client;
  }

  @Override
  public void start() {
    future = client.ahc.executeRequest(request, this);
    if (abandoned) {
      // Aborted by the listener during the call above.
      abandon();
    }
  }

  /** Closes the connection. */
  @Override
  public void abandon() {
    abandoned = true;
    listener = ExchangeListener.NONE;
    if (future != null) {
      future.cancel(true);
    }
    if (connection != null) {
      connection.close();
    }
  }

  /** Returns when it may connect or, on a reused connection, send. */
  long notBeforeNanos() {
    return exchange.notBeforeNanos;
  }

  private Connection connection() {
    return requireNonNull(connection);
  }

  // Connecting.

  @Override
  public void onConnectionPooled(Channel channel) {
    connection = Connection.of(channel);
    connectionReused = true;
    connected = true;
  }

  @Override
  public void onTcpConnectAttempt(InetSocketAddress remote) {
    client.connections.await(remote, this);
  }

  /** Called from the head of the pipeline, once per address of the host. */
  void connecting(Connection newConnection, long atNanos) {
    connection = newConnection;
    if (usesTunnel) {
      newConnection.useTunnel();
    }
    if (abandoned) {
      newConnection.close();
    }
    if (!connectReported) {
      connectReported = true;
      listener.connectStarted(atNanos);
    }
  }

  @Override
  public void onTcpConnectFailure(InetSocketAddress remote, Throwable cause) {
    client.connections.failed(remote);
  }

  /** Called before the pipeline learns of the connection. */
  @Override
  public void onTcpConnectSuccess(InetSocketAddress remote, Channel channel) {
    long atNanos = client.clock.nowNanos();
    connected = true;
    listener.connected(atNanos);
  }

  @Override
  public void onTlsHandshakeAttempt() {
    connection().tlsAdded();
  }

  @Override
  public void onTlsHandshakeSuccess(SSLSession session) {
    listener.tlsEnded(connection().readAtNanos());
  }

  @Override
  public void onTlsHandshakeFailure(Throwable cause) {
    tlsFailed = true;
  }

  // Sending.

  @Override
  public void onRequestSend(NettyRequest request) {
    connection().serve(this);
  }

  /** Called from the head of the pipeline. */
  void sent(long atNanos) {
    listener.sent(atNanos, connectionReused);
  }

  /**
   * Called when the whole request was written, despite its name: headers and body are one message.
   */
  @Override
  public State onHeadersWritten() {
    long atNanos = client.clock.nowNanos();
    connection().requestWritten();
    if (!headersReported) {
      listener.written(atNanos, connection().requestBytes());
    }
    return State.CONTINUE;
  }

  @Override
  public State onContentWritten() {
    return State.CONTINUE;
  }

  @Override
  public State onContentWriteProgress(long amount, long current, long total) {
    return State.CONTINUE;
  }

  // Receiving.

  @Override
  public State onStatusReceived(HttpResponseStatus response) {
    status = response.getStatusCode();
    return State.CONTINUE;
  }

  /** Not called for a response without headers. */
  @Override
  public State onHeadersReceived(HttpHeaders headers) {
    reportHeaders(headers.get(HttpHeaderNames.CONTENT_TYPE, ""));
    connection().setServerKeepAlive(KeepAlive.timeoutNanos(headers));
    String encoding = headers.get(HttpHeaderNames.CONTENT_ENCODING);
    if (encoding != null && !HttpHeaderValues.IDENTITY.contentEqualsIgnoreCase(encoding)) {
      exchange.end(connection().readAtNanos(), ExchangeEnd.ofEncoded(encoding));
      return State.ABORT;
    }
    return State.CONTINUE;
  }

  private void reportHeaders(String contentType) {
    if (!headersReported) {
      headersReported = true;
      listener.headers(connection().readAtNanos(), status, contentType);
    }
  }

  @Override
  public State onBodyPartReceived(HttpResponseBodyPart part) {
    reportHeaders("");
    ByteBuf buffer = part.getBodyByteBuf();
    if (buffer.isReadable()) {
      byte[] bytes = new byte[buffer.readableBytes()];
      buffer.readBytes(bytes);
      listener.body(connection().readAtNanos(), connection().responseReads() - 1, bytes);
    }
    if (part.isLast() && !connection().isReusable()) {
      // Closing fails the rest of the write, which must not become the end of this exchange.
      exchange.end(connection().readAtNanos(), ExchangeEnd.COMPLETE);
      return State.ABORT;
    }
    return State.CONTINUE;
  }

  @Override
  public void onConnectionOffer(Channel channel) {
    connection().release();
  }

  // Ending.

  @Override
  public @Nullable Void onCompleted() {
    exchange.end(connection().readAtNanos(), ExchangeEnd.COMPLETE);
    return null;
  }

  @Override
  public void onThrowable(Throwable failure) {
    Kind kind = kindOf(failure);
    if (kind == Kind.CLOSED_BEFORE_ANSWER && connectionReused) {
      exchange.endStale(messageOf(failure));
    } else {
      exchange.end(client.clock.nowNanos(), new ExchangeEnd(kind, messageOf(failure)));
    }
  }

  private Kind kindOf(Throwable failure) {
    if (tlsFailed) {
      return Kind.TLS_FAILED;
    }
    if (!connected) {
      return isCausedBy(ConnectTimeoutException.class, failure)
          ? Kind.CONNECT_TIMEOUT
          : Kind.CONNECT_FAILED;
    }
    if (failure instanceof IOException || failure instanceof PrematureChannelClosureException) {
      return connection().responseReads() == 0
          ? Kind.CLOSED_BEFORE_ANSWER
          : Kind.CLOSED_INSIDE_ANSWER;
    }
    return Kind.BAD_HTTP;
  }

  private static boolean isCausedBy(Class<? extends Throwable> type, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static String messageOf(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
  }
}
