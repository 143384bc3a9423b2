package io.longhaul.load.http;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.longhaul.load.time.RunClock;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * One try of a gRPC call on one stream: turns what its connection sees into calls of an {@link
 * ExchangeListener}, and says at its end what kind of end it was.
 */
final class GrpcCall implements Attempt {
  private static final String CONTENT_TYPE = "application/grpc";
  private static final String TIMEOUT = "grpc-timeout";
  private static final int GOOD_STATUS = 200;
  private static final int NO_INTERIM_STATUS = 200;

  /** What HTTP/2 has other means for, and what is ours to say. */
  private static final Set<String> NOT_SENT =
      Set.of(
          "connection",
          "content-length",
          "content-type",
          "host",
          "keep-alive",
          "proxy-connection",
          "te",
          "transfer-encoding",
          "upgrade");

  private final HttpExchange exchange;
  private final OutgoingRequest request;
  private final long notBeforeNanos;
  private final ClientLoop loop;
  private final RunClock clock;
  private final GrpcConnections connections;
  private final boolean fresh;

  private ExchangeListener listener;
  private LlmClient.Timer departure = () -> {};

  /** Null until it departs. */
  private GrpcConnection connection;

  private boolean connectTold;
  private int stream;
  private boolean reused;

  /** Whether it is the first on a kept connection on which nothing else was under way. */
  private boolean onIdleConnection;

  private boolean written;
  private boolean headTold;
  private int status;
  private int lastRead;
  private int readsOfAnswer;

  GrpcCall(
      HttpExchange exchange,
      ExchangeListener listener,
      OutgoingRequest request,
      long notBeforeNanos,
      ClientLoop loop,
      RunClock clock,
      GrpcConnections connections,
      boolean fresh) {
    this.exchange = exchange;
    this.listener = listener;
    this.request = request;
    this.notBeforeNanos = notBeforeNanos;
    this.loop = loop;
    this.clock = clock;
    this.connections = connections;
    this.fresh = fresh;
  }

  @Override
  public void start() {
    if (notBeforeNanos <= clock.nowNanos()) {
      depart();
    } else {
      // Nothing is written earlier, as it would leave with whatever others flush.
      departure = loop.at(notBeforeNanos, this::depart);
    }
  }

  private void depart() {
    connection = connections.to(request.target(), fresh);
    connection.serve(this);
  }

  @Override
  public void abandon() {
    listener = ExchangeListener.NONE;
    departure.cancel();
    if (connection != null) {
      connection.release(this, true);
    }
  }

  // Asked by the connection.

  byte[] body() {
    return request.body();
  }

  int stream() {
    return stream;
  }

  Http2Headers headers(String scheme, String authority) {
    Http2Headers headers =
        new DefaultHttp2Headers(false)
            .method("POST")
            .scheme(scheme)
            .path(request.target().getRawPath())
            .authority(authority)
            .add("te", "trailers")
            .add("content-type", CONTENT_TYPE);
    for (Map.Entry<String, String> header : request.headers()) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (!NOT_SENT.contains(name)) {
        headers.add(name, header.getValue());
      }
    }
    if (!headers.contains("user-agent")) {
      headers.add("user-agent", ClientSettings.USER_AGENT);
    }
    if (request.timeoutNanos() > 0 && !headers.contains(TIMEOUT)) {
      headers.add(TIMEOUT, GrpcTimeout.of(request.timeoutNanos()));
    }
    return headers;
  }

  // Connecting and sending.

  void connectStarted(long atNanos) {
    if (!connectTold) {
      connectTold = true;
      listener.connectStarted(atNanos);
    }
  }

  void connected(long atNanos) {
    listener.connected(atNanos);
  }

  void tlsEnded(long atNanos) {
    listener.tlsEnded(atNanos);
  }

  void onStream(int itsStream, boolean isReused, boolean idle) {
    stream = itsStream;
    reused = isReused;
    onIdleConnection = idle;
    lastRead = connection.reads();
  }

  void sent(long atNanos) {
    listener.sent(atNanos, reused);
  }

  void written(long atNanos, long bytes) {
    written = true;
    if (!headTold) {
      listener.written(atNanos, bytes);
    }
  }

  // Hearing.

  void headers(long atNanos, Http2Headers headers, boolean last) {
    countRead();
    if (!headTold && !last && statusOf(headers) < NO_INTERIM_STATUS) {
      return;
    }
    if (!headTold) {
      head(atNanos, headers);
    }
    if (last) {
      trailers(atNanos, headers);
    }
  }

  private void head(long atNanos, Http2Headers headers) {
    headTold = true;
    status = statusOf(headers);
    String contentType = text(headers, HttpHeaderNames.CONTENT_TYPE);
    listener.headers(atNanos, status, contentType);
    String encoding = text(headers, "grpc-encoding");
    if (status == GOOD_STATUS && !contentType.startsWith(CONTENT_TYPE)) {
      refuse(atNanos, "Content-Type: " + contentType + " (" + CONTENT_TYPE + " was asked for)");
    } else if (!encoding.isEmpty() && !encoding.equals("identity")) {
      refuse(atNanos, "grpc-encoding: " + encoding + " (identity was asked for)");
    }
  }

  private void trailers(long atNanos, Http2Headers trailers) {
    String code = text(trailers, "grpc-status");
    if (status != GOOD_STATUS || code.equals(GrpcStatus.OK)) {
      end(atNanos, ExchangeEnd.COMPLETE);
    } else if (code.isEmpty()) {
      failed(atNanos, Kind.BAD_HTTP, "the answer ended without grpc-status");
    } else {
      String message = GrpcStatus.message(trailers.get("grpc-message"));
      end(atNanos, ExchangeEnd.ofCall(GrpcStatus.word(code), message));
    }
  }

  void data(long atNanos, byte[] bytes, boolean last) {
    countRead();
    if (bytes.length > 0) {
      listener.body(atNanos, readsOfAnswer - 1, bytes);
    }
    if (last && status == GOOD_STATUS) {
      failed(atNanos, Kind.BAD_HTTP, "the answer ended without trailers");
    } else if (last) {
      end(atNanos, ExchangeEnd.COMPLETE);
    }
  }

  private void countRead() {
    if (connection.reads() != lastRead) {
      lastRead = connection.reads();
      readsOfAnswer++;
    }
  }

  private static int statusOf(Http2Headers headers) {
    try {
      return Integer.parseInt(String.valueOf(headers.status()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static String text(Http2Headers headers, CharSequence name) {
    CharSequence value = headers.get(name);
    return value == null ? "" : value.toString();
  }

  // Ending.

  /** The server says that it has done nothing for this call. */
  void unprocessed(long atNanos, String message) {
    if (reused) {
      stale(message);
    } else {
      lost(atNanos, message);
    }
  }

  /** No more will come. */
  void lost(long atNanos, String message) {
    if (readsOfAnswer == 0 && onIdleConnection) {
      stale(message);
    } else {
      Kind kind = readsOfAnswer == 0 ? Kind.CLOSED_BEFORE_ANSWER : Kind.CLOSED_INSIDE_ANSWER;
      failed(atNanos, kind, message);
    }
  }

  private void stale(String message) {
    listener = ExchangeListener.NONE;
    exchange.endStale(message);
  }

  void failed(long atNanos, Kind kind, String message) {
    end(atNanos, new ExchangeEnd(kind, message));
  }

  private void refuse(long atNanos, String message) {
    connection.release(this, true);
    exchange.end(atNanos, new ExchangeEnd(Kind.BAD_HTTP, message));
    listener = ExchangeListener.NONE;
  }

  /** An answer may overtake its own request, the rest of which is then not sent. */
  private void end(long atNanos, ExchangeEnd how) {
    connection.release(this, !written);
    exchange.end(atNanos, how);
    listener = ExchangeListener.NONE;
  }
}
