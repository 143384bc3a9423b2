package io.longhaul.load.http;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to send a request, on an HTTP/2 stream. Translates the events of its connection to
 * calls of an {@link ExchangeListener} and determines how it ended. {@link Http2Framing} contains
 * the differences between HTTP and gRPC.
 */
final class Http2Call implements Attempt {
  private static final int CONTINUE = 100;
  private static final int NO_INTERIM_STATUS = 200;

  private final LlmClient.Exchange exchange;
  private final OutgoingRequest request;
  private final Http2LlmClient client;
  private final boolean fresh;
  private final Http2Headers headers;

  private ExchangeListener listener;
  private LlmClient.Timer dispatchTimer = LlmClient.Timer.NONE;

  /** Null until the call is assigned to a connection. */
  private @Nullable Http2Connection connection;

  private boolean connectReported;
  private boolean connectedReported;
  private boolean tlsReported;
  private int stream;
  private boolean reused;

  /** Whether it uses a reused connection without other calls. */
  private boolean onIdleConnection;

  private boolean written;
  private boolean headersReported;
  private int status;
  private int lastRead;
  private int responseReads;

  Http2Call(LlmClient.Exchange exchange, Http2LlmClient client, boolean fresh) {
    this.exchange = exchange;
    this.listener = exchange.listener;
    this.request = exchange.request;
    this.client = client;
    this.fresh = fresh;
    this.headers = client.framing.headersOf(request);
  }

  @Override
  public void start() {
    if (exchange.notBeforeNanos <= client.clock.nowNanos()) {
      dispatch();
    } else {
      // Nothing is written earlier, because any flush of another call would send it.
      dispatchTimer = client.at(exchange.notBeforeNanos, this::dispatch);
    }
  }

  /** Assigns the call to a connection with a free stream. */
  void dispatch() {
    connection = client.connections.to(Http2PoolKey.of(request), fresh);
    connection.serve(this);
  }

  @Override
  public void abandon() {
    listener = ExchangeListener.NONE;
    dispatchTimer.cancel();
    if (connection != null) {
      connection.release(this, true);
    }
  }

  private Http2Connection connection() {
    return requireNonNull(connection);
  }

  // Queries from the connection.

  Http2Headers headers() {
    return headers;
  }

  /** Returns the body; null if there is none. */
  byte @Nullable [] body() {
    return request.body();
  }

  int stream() {
    return stream;
  }

  /** Returns whether its connection is no longer needed afterwards. */
  boolean isOwnersLast() {
    return request.owner() != null && request.owner().isLast();
  }

  // Connecting and sending.

  void connectStarted(long atNanos) {
    if (!connectReported) {
      connectReported = true;
      listener.connectStarted(atNanos);
    }
  }

  void connected(long atNanos) {
    if (!connectedReported) {
      connectedReported = true;
      listener.connected(atNanos);
    }
  }

  void tlsEnded(long atNanos) {
    if (!tlsReported) {
      tlsReported = true;
      listener.tlsEnded(atNanos);
    }
  }

  void onStream(int newStream, boolean isReused, boolean idle) {
    stream = newStream;
    reused = isReused;
    onIdleConnection = idle;
    lastRead = connection().reads();
  }

  void sent(long atNanos) {
    listener.sent(atNanos, reused);
  }

  void written(long atNanos, long bytes) {
    written = true;
    if (!headersReported) {
      listener.written(atNanos, bytes);
    }
  }

  // Receiving.

  void headers(long atNanos, Http2Headers received, boolean last) {
    countRead();
    if (!headersReported && isInterim(statusOf(received))) {
      return;
    }
    if (!headersReported && !reportHeaders(atNanos, received)) {
      return;
    }
    if (last) {
      end(atNanos, client.framing.endWithTrailers(status, received));
    }
  }

  private static boolean isInterim(int status) {
    return status >= CONTINUE && status < NO_INTERIM_STATUS;
  }

  /** Reports the response headers; returns false if the rest is to be ignored. */
  private boolean reportHeaders(long atNanos, Http2Headers headers) {
    headersReported = true;
    status = statusOf(headers);
    if (status == 0) {
      refuse(atNanos, new ExchangeEnd(Kind.BAD_HTTP, "the response has no status"));
      return false;
    }
    CharSequence contentType = headers.get("content-type");
    listener.headers(atNanos, status, contentType == null ? "" : contentType.toString());
    Optional<ExchangeEnd> refusal = client.framing.refusal(status, headers);
    refusal.ifPresent(why -> refuse(atNanos, why));
    return refusal.isEmpty();
  }

  void data(long atNanos, byte[] bytes, boolean last) {
    countRead();
    if (!headersReported) {
      refuse(atNanos, new ExchangeEnd(Kind.BAD_HTTP, "the response has no headers"));
      return;
    }
    if (bytes.length > 0) {
      listener.body(atNanos, responseReads - 1, bytes);
    }
    if (last) {
      end(atNanos, client.framing.endWithBody(status));
    }
  }

  private void countRead() {
    if (connection().reads() != lastRead) {
      lastRead = connection().reads();
      responseReads++;
    }
  }

  private static int statusOf(Http2Headers headers) {
    try {
      return Integer.parseInt(String.valueOf(headers.status()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  // Ending.

  /** Called if the server has not processed this call. */
  void unprocessed(long atNanos, String message) {
    if (fresh) {
      closedEarly(atNanos, message);
    } else {
      stale(message);
    }
  }

  /** Called if the connection was lost, possibly before this call was written. */
  void lost(long atNanos, String message) {
    if (responseReads == 0 && onIdleConnection) {
      stale(message);
    } else {
      closedEarly(atNanos, message);
    }
  }

  /** Called if the response ends early. */
  void closedEarly(long atNanos, String message) {
    Kind kind = responseReads == 0 ? Kind.CLOSED_BEFORE_ANSWER : Kind.CLOSED_INSIDE_ANSWER;
    failed(atNanos, kind, message);
  }

  private void stale(String message) {
    listener = ExchangeListener.NONE;
    connection().release(this, false);
    exchange.endStale(message);
  }

  void failed(long atNanos, Kind kind, String message) {
    end(atNanos, new ExchangeEnd(kind, message));
  }

  private void refuse(long atNanos, ExchangeEnd why) {
    connection().release(this, true);
    exchange.end(atNanos, why);
    listener = ExchangeListener.NONE;
  }

  /**
   * Ends the call. If the response arrived before the request was fully written, the rest of the
   * request is not sent.
   */
  private void end(long atNanos, ExchangeEnd exchangeEnd) {
    connection().release(this, !written);
    exchange.end(atNanos, exchangeEnd);
    listener = ExchangeListener.NONE;
  }
}
