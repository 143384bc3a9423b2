package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClient;
import org.asynchttpclient.Request;
import org.asynchttpclient.RequestBuilder;
import org.asynchttpclient.uri.Uri;

/** {@link LlmClient} on Async HTTP Client, for HTTP/1.1, with one event loop. */
public final class AhcLlmClient implements LlmClient {

  private final RunClock clock;
  private final ClientSettings settings;
  private final Connections connections;
  private final ClientLoop loop;
  private final AsyncHttpClient ahc;
  private final Set<HttpExchange> exchanges = new HashSet<>();
  private boolean closed;

  /**
   * Starts the loop.
   *
   * @param name of the loop's thread
   */
  public AhcLlmClient(String name, RunClock clock, ClientSettings settings) {
    this.clock = clock;
    this.settings = settings;
    connections = new Connections(clock);
    loop = new ClientLoop(name, clock);
    ahc =
        new DefaultAsyncHttpClient(
            settings.toAhc(
                loop.group(),
                new ConnectionPool(clock, settings.keepIdleNanos()),
                new OffLoopResolvers(clock, InetAddress::getAllByName, name + "-names"),
                connections::add));
  }

  /** How this client reaches the operating system: {@code epoll} or {@code nio}. */
  public String transport() {
    return Epoll.isAvailable() ? "epoll" : "nio";
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public Timer at(long atNanos, Runnable task) {
    return loop.at(atNanos, task);
  }

  @Override
  public Exchange send(OutgoingRequest request, ExchangeListener listener) {
    loop.requireOnLoop();
    Request firstTry = prepared(request).build();
    HttpExchange exchange =
        new HttpExchange(
            loop,
            clock,
            settings.retryStale(),
            request.timeoutNanos(),
            listener,
            (its, hears, fresh) ->
                new StreamingResponseHandler(
                    its, hears, fresh ? freshly(request) : firstTry, ahc, connections, clock),
            exchanges::remove);
    if (closed) {
      exchange.cancel();
    } else {
      exchanges.add(exchange);
      exchange.start();
    }
    return exchange;
  }

  private static RequestBuilder prepared(OutgoingRequest request) {
    RequestBuilder builder =
        new RequestBuilder("POST", true).setUri(Uri.create(request.target().toString()));
    for (Map.Entry<String, String> header : request.headers()) {
      builder.addHeader(header.getKey(), header.getValue());
    }
    return builder
        .setHeader("Accept-Encoding", "identity")
        .setBody(request.body())
        .setChannelPoolPartitioning(ConnectionPool.partitioningOf(request.owner()));
  }

  private static Request freshly(OutgoingRequest request) {
    return prepared(request)
        .setChannelPoolPartitioning(ConnectionPool.freshPartitioningOf(request.owner()))
        .build();
  }

  @Override
  public int openConnections() {
    return connections.openCount();
  }

  @Override
  public void close() {
    loop.close(this::closeOnLoop);
  }

  private void closeOnLoop() {
    closed = true;
    new ArrayList<>(exchanges).forEach(HttpExchange::cancel);
    connections.closeAll();
    try {
      ahc.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
