package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP/2 connections of one event loop. A call uses the newest connection to its server with a
 * free stream; if there is none, a new one is opened. Belongs to the event loop.
 */
final class Http2Connections {
  private static final ApplicationProtocolConfig HTTP_2_BY_ALPN =
      new ApplicationProtocolConfig(
          Protocol.ALPN,
          SelectorFailureBehavior.NO_ADVERTISE,
          SelectedListenerFailureBehavior.ACCEPT,
          ApplicationProtocolNames.HTTP_2);

  private final EventLoop loop;
  private final Bootstrap bootstrap;
  private final OffLoopResolvers resolvers;
  private final RunClock clock;
  private final long connectTimeoutNanos;
  private final long keepIdleNanos;
  private final SslContext tls;

  /** All connections, including those being opened. */
  private final List<Http2Connection> all = new ArrayList<>();

  private int openCount;
  private int defaultMaxStreams = 100;

  Http2Connections(
      EventLoopGroup group, RunClock clock, ClientSettings settings, OffLoopResolvers resolvers) {
    this.loop = group.next();
    this.clock = clock;
    this.resolvers = resolvers;
    this.connectTimeoutNanos = settings.connectTimeoutNanos();
    this.keepIdleNanos = settings.keepIdleNanos();
    this.tls = settings.trust().clientContext(HTTP_2_BY_ALPN);
    bootstrap =
        new Bootstrap()
            .group(group)
            .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
            .resolver(resolvers)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) TimeUnit.NANOSECONDS.toMillis(connectTimeoutNanos))
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(
                ChannelOption.RECVBUF_ALLOCATOR,
                new FixedRecvByteBufAllocator(ClientSettings.READ_BYTES));
    if (Epoll.isAvailable()) {
      bootstrap
          .option(EpollChannelOption.TCP_KEEPIDLE, ClientSettings.KEEPALIVE_AFTER_SECONDS)
          .option(EpollChannelOption.TCP_KEEPINTVL, ClientSettings.KEEPALIVE_EVERY_SECONDS)
          .option(EpollChannelOption.TCP_USER_TIMEOUT, ClientSettings.UNACKNOWLEDGED_MILLIS);
    }
  }

  /**
   * Returns the connection for a call.
   *
   * @param fresh whether it must be a new one
   */
  Http2Connection to(Http2PoolKey key, boolean fresh) {
    Http2Connection keepAlive = fresh || keepIdleNanos == 0 ? null : newestWithFreeStream(key);
    return keepAlive == null ? connect(key) : keepAlive;
  }

  /**
   * Returns the newest connection with a free stream, or null. It also closes idle connections that
   * have expired: older ones would otherwise never be found while the newest always has free
   * streams.
   */
  private @Nullable Http2Connection newestWithFreeStream(Http2PoolKey key) {
    Http2Connection newest = null;
    long idleBeforeNanos = clock.nowNanos() - keepIdleNanos;
    // Backwards, because a closed connection leaves the list.
    for (int i = all.size() - 1; i >= 0; i--) {
      Http2Connection connection = all.get(i);
      if (connection.isTo(key) && connection.isIdleSince(idleBeforeNanos)) {
        connection.close();
      } else if (newest == null && connection.isTo(key) && connection.hasFreeStream()) {
        newest = connection;
      }
    }
    return newest;
  }

  private Http2Connection connect(Http2PoolKey key) {
    Http2Connection connection = new Http2Connection(this, clock, key, keepIdleNanos > 0);
    all.add(connection);
    connection.connect(bootstrap, resolvers.getResolver(loop));
    return connection;
  }

  /** Returns the TLS handler for a connection, which verifies the host name. */
  SslHandler tlsHandler(Channel channel, Http2PoolKey key) {
    SslHandler handler = tls.newHandler(channel.alloc(), key.host(), key.port());
    handler.setHandshakeTimeout(connectTimeoutNanos, TimeUnit.NANOSECONDS);
    return handler;
  }

  /** Runs a task after the timeout of one connection step. */
  LlmClient.Timer afterConnectTimeout(Runnable task) {
    Future<?> timer = loop.schedule(task, connectTimeoutNanos, TimeUnit.NANOSECONDS);
    return () -> timer.cancel(false);
  }

  /**
   * Returns the assumed number of streams of a server that has not announced it: that of the last
   * server that did.
   */
  int defaultMaxStreams() {
    return defaultMaxStreams;
  }

  /** Records the number of streams that a server has announced, at least one. */
  void setDefaultMaxStreams(int streams) {
    defaultMaxStreams = streams;
  }

  void opened() {
    openCount++;
  }

  void closed() {
    openCount--;
  }

  /** Removes a connection that accepts no further calls. */
  void forget(Http2Connection connection) {
    all.remove(connection);
  }

  int openCount() {
    return openCount;
  }

  void close() {
    List.copyOf(all).forEach(Http2Connection::close);
    resolvers.close();
  }
}
