package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClient;

/**
 * {@link LlmClient} on Async HTTP Client with one event loop: epoll on Linux (timers of
 * microseconds), NIO elsewhere (timers of a millisecond).
 */
public final class AhcLlmClient implements LlmClient {

  private static final long CLOSE_LIMIT_SECONDS = 5;

  private final RunClock clock;
  private final ClientSettings settings;
  private final Connections connections;
  private final EventLoopGroup group;
  private final EventLoop loop;
  private final AsyncHttpClient ahc;
  private final Set<HttpExchange> exchanges = new HashSet<>();
  private volatile Thread thread;
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
    group = newGroup(task -> makeThread(task, name));
    loop = group.next();
    ahc =
        new DefaultAsyncHttpClient(
            settings.toAhc(
                group,
                new ConnectionPool(clock, settings.keepIdleNanos()),
                new OffLoopResolvers(clock, InetAddress::getAllByName, name + "-names"),
                connections::add));
  }

  private Thread makeThread(Runnable task, String name) {
    thread = new FastThreadLocalThread(task, name);
    return thread;
  }

  @SuppressWarnings("deprecation") // Async HTTP Client knows no others.
  static EventLoopGroup newGroup(ThreadFactory threads) {
    return Epoll.isAvailable()
        ? new EpollEventLoopGroup(1, threads)
        : new NioEventLoopGroup(1, threads);
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
    ScheduledFuture<?> timer =
        loop.schedule(task, Math.max(0, atNanos - clock.nowNanos()), TimeUnit.NANOSECONDS);
    return () -> timer.cancel(false);
  }

  @Override
  public Exchange send(OutgoingRequest request, ExchangeListener listener) {
    if (!loop.inEventLoop()) {
      throw new IllegalStateException(
          "Cannot send: this is thread "
              + Thread.currentThread().getName()
              + " (hand it to the loop with execute)");
    }
    HttpExchange exchange = new HttpExchange(this, request, listener);
    if (closed) {
      exchange.cancel();
    } else {
      exchanges.add(exchange);
      exchange.start();
    }
    return exchange;
  }

  @Override
  public int openConnections() {
    return connections.openCount();
  }

  @Override
  public void close() {
    if (loop.inEventLoop()) {
      throw new IllegalStateException(
          "Cannot close the client on its own loop: it would wait for itself (use another"
              + " thread)");
    }
    if (!group.isShuttingDown()) {
      loop.submit(this::closeOnLoop).awaitUninterruptibly(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS);
    }
    group
        .shutdownGracefully(0, CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(2 * CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS);
    awaitThread();
  }

  private void awaitThread() {
    try {
      thread.join(TimeUnit.SECONDS.toMillis(CLOSE_LIMIT_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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

  // For the exchanges.

  long nowNanos() {
    return clock.nowNanos();
  }

  boolean retriesStale() {
    return settings.retryStale();
  }

  StreamingResponseHandler newHandler(HttpExchange exchange, ExchangeListener listener) {
    return new StreamingResponseHandler(exchange, listener, ahc, connections, clock);
  }

  void over(HttpExchange exchange) {
    exchanges.remove(exchange);
  }
}
