package io.longhaul.load.http;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.longhaul.load.time.RunClock;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Optional;

/**
 * One try of a request on one stream of HTTP/2: turns what its connection sees into calls of an
 * {@link ExchangeListener}, and says at its end what kind of end it was. What differs between HTTP
 * and gRPC its {@link Http2Framing} know.
 */
final class Http2Call implements Attempt {
  private static final int CONTINUE = 100;
  private static final int NO_INTERIM_STATUS = 200;

  private final HttpExchange exchange;
  private final OutgoingRequest request;
  private final long notBeforeNanos;
  private final ClientLoop loop;
  private final RunClock clock;
  private final Http2Connections connections;
  private final Http2Framing framing;
  private final boolean fresh;
  private final Http2Headers headers;

  private ExchangeListener listener;
  private LlmClient.Timer dispatchTimer = () -> {};

  /** Null until it departs. */
  private Http2Connection connection;

  private boolean connectReported;
  private boolean connectedReported;
  private boolean tlsReported;
  private int stream;
  private boolean reused;

  /** Whether it is the first on a kept connection on which nothing else was under way. */
  private boolean onIdleConnection;

  private boolean written;
  private boolean headersReported;
  private int status;
  private int lastRead;
  private int responseReads;

  Http2Call(
      HttpExchange exchange,
      ExchangeListener listener,
      OutgoingRequest request,
      long notBeforeNanos,
      ClientLoop loop,
      RunClock clock,
      Http2Connections connections,
      Http2Framing framing,
      boolean fresh) {
    this.exchange = exchange;
    this.listener = listener;
    this.request = request;
    this.notBeforeNanos = notBeforeNanos;
    this.loop = loop;
    this.clock = clock;
    this.connections = connections;
    this.framing = framing;
    this.fresh = fresh;
    this.headers = framing.headersOf(request);
  }

  @Override
  public void start() {
    if (notBeforeNanos <= clock.nowNanos()) {
      dispatch();
    } else {
      // Nothing is written earlier, as it would leave with whatever others flush.
      dispatchTimer = loop.at(notBeforeNanos, this::dispatch);
    }
  }

  /** Goes to a connection that has room. */
  void dispatch() {
    connection = connections.to(Http2PoolKey.of(request), fresh);
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

  // Asked by the connection.

  Http2Headers headers() {
    return headers;
  }

  /** Null when there is none. */
  byte[] body() {
    return request.body();
  }

  int stream() {
    return stream;
  }

  /** Whether its connection is not needed any more when it is over. */
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
    lastRead = connection.reads();
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

  // Hearing.

  void headers(long atNanos, Http2Headers heard, boolean last) {
    countRead();
    if (!headersReported && isInterim(statusOf(heard))) {
      return;
    }
    if (!headersReported && !reportHeaders(atNanos, heard)) {
      return;
    }
    if (last) {
      end(atNanos, framing.endWith(status, heard));
    }
  }

  private static boolean isInterim(int status) {
    return status >= CONTINUE && status < NO_INTERIM_STATUS;
  }

  /** False when the rest is not to be heard. */
  private boolean reportHeaders(long atNanos, Http2Headers head) {
    headersReported = true;
    status = statusOf(head);
    if (status == 0) {
      refuse(atNanos, new ExchangeEnd(Kind.BAD_HTTP, "the answer has no status"));
      return false;
    }
    CharSequence contentType = head.get("content-type");
    listener.headers(atNanos, status, contentType == null ? "" : contentType.toString());
    Optional<ExchangeEnd> refusal = framing.refusal(status, head);
    refusal.ifPresent(why -> refuse(atNanos, why));
    return refusal.isEmpty();
  }

  void data(long atNanos, byte[] bytes, boolean last) {
    countRead();
    if (!headersReported) {
      refuse(atNanos, new ExchangeEnd(Kind.BAD_HTTP, "the answer has no head"));
      return;
    }
    if (bytes.length > 0) {
      listener.body(atNanos, responseReads - 1, bytes);
    }
    if (last) {
      end(atNanos, framing.endOfBody(status));
    }
  }

  private void countRead() {
    if (connection.reads() != lastRead) {
      lastRead = connection.reads();
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

  /** The server says that it has done nothing for this call. */
  void unprocessed(long atNanos, String message) {
    if (fresh) {
      cut(atNanos, message);
    } else {
      stale(message);
    }
  }

  /** The connection is gone, perhaps since before this call was written to it. */
  void lost(long atNanos, String message) {
    if (responseReads == 0 && onIdleConnection) {
      stale(message);
    } else {
      cut(atNanos, message);
    }
  }

  /** No more will come. */
  void cut(long atNanos, String message) {
    Kind kind = responseReads == 0 ? Kind.CLOSED_BEFORE_ANSWER : Kind.CLOSED_INSIDE_ANSWER;
    failed(atNanos, kind, message);
  }

  private void stale(String message) {
    listener = ExchangeListener.NONE;
    connection.release(this, false);
    exchange.endStale(message);
  }

  void failed(long atNanos, Kind kind, String message) {
    end(atNanos, new ExchangeEnd(kind, message));
  }

  private void refuse(long atNanos, ExchangeEnd why) {
    connection.release(this, true);
    exchange.end(atNanos, why);
    listener = ExchangeListener.NONE;
  }

  /** An answer may overtake its own request, the rest of which is then not sent. */
  private void end(long atNanos, ExchangeEnd how) {
    connection.release(this, !written);
    exchange.end(atNanos, how);
    listener = ExchangeListener.NONE;
  }
}
