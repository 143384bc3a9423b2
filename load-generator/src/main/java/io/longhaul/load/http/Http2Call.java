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
  private final Http2Framing words;
  private final boolean fresh;
  private final Http2Headers headers;

  private ExchangeListener listener;
  private LlmClient.Timer departure = () -> {};

  /** Null until it departs. */
  private Http2Connection connection;

  private boolean connectTold;
  private boolean connectedTold;
  private boolean tlsTold;
  private int stream;
  private boolean reused;

  /** Whether it is the first on a kept connection on which nothing else was under way. */
  private boolean onIdleConnection;

  private boolean written;
  private boolean headTold;
  private int status;
  private int lastRead;
  private int readsOfAnswer;

  Http2Call(
      HttpExchange exchange,
      ExchangeListener listener,
      OutgoingRequest request,
      long notBeforeNanos,
      ClientLoop loop,
      RunClock clock,
      Http2Connections connections,
      Http2Framing words,
      boolean fresh) {
    this.exchange = exchange;
    this.listener = listener;
    this.request = request;
    this.notBeforeNanos = notBeforeNanos;
    this.loop = loop;
    this.clock = clock;
    this.connections = connections;
    this.words = words;
    this.fresh = fresh;
    this.headers = words.headersOf(request);
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

  /** Goes to a connection that has room. */
  void depart() {
    connection = connections.to(Http2PoolKey.of(request), fresh);
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
  boolean isLastOfOwner() {
    return request.owner() != null && request.owner().leaves();
  }

  // Connecting and sending.

  void connectStarted(long atNanos) {
    if (!connectTold) {
      connectTold = true;
      listener.connectStarted(atNanos);
    }
  }

  void connected(long atNanos) {
    if (!connectedTold) {
      connectedTold = true;
      listener.connected(atNanos);
    }
  }

  void tlsEnded(long atNanos) {
    if (!tlsTold) {
      tlsTold = true;
      listener.tlsEnded(atNanos);
    }
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

  void headers(long atNanos, Http2Headers heard, boolean last) {
    countRead();
    if (!headTold && isInterim(statusOf(heard))) {
      return;
    }
    if (!headTold && !tellHead(atNanos, heard)) {
      return;
    }
    if (last) {
      end(atNanos, words.endWith(status, heard));
    }
  }

  private static boolean isInterim(int status) {
    return status >= CONTINUE && status < NO_INTERIM_STATUS;
  }

  /** False when the rest is not to be heard. */
  private boolean tellHead(long atNanos, Http2Headers head) {
    headTold = true;
    status = statusOf(head);
    if (status == 0) {
      refuse(atNanos, new ExchangeEnd(Kind.BAD_HTTP, "the answer has no status"));
      return false;
    }
    CharSequence contentType = head.get("content-type");
    listener.headers(atNanos, status, contentType == null ? "" : contentType.toString());
    Optional<ExchangeEnd> refusal = words.refusal(status, head);
    refusal.ifPresent(why -> refuse(atNanos, why));
    return refusal.isEmpty();
  }

  void data(long atNanos, byte[] bytes, boolean last) {
    countRead();
    if (!headTold) {
      refuse(atNanos, new ExchangeEnd(Kind.BAD_HTTP, "the answer has no head"));
      return;
    }
    if (bytes.length > 0) {
      listener.body(atNanos, readsOfAnswer - 1, bytes);
    }
    if (last) {
      end(atNanos, words.endOfBody(status));
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
    if (readsOfAnswer == 0 && onIdleConnection) {
      stale(message);
    } else {
      cut(atNanos, message);
    }
  }

  /** No more will come. */
  void cut(long atNanos, String message) {
    Kind kind = readsOfAnswer == 0 ? Kind.CLOSED_BEFORE_ANSWER : Kind.CLOSED_INSIDE_ANSWER;
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
