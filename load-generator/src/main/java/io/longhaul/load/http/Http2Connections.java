package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The HTTP/2 connections of one loop. A call goes onto the newest one to its server that has room,
 * and another is made when none has. On the loop.
 */
final class Http2Connections {
  private final EventLoop loop;
  private final Bootstrap bootstrap;
  private final OffLoopResolvers resolvers;
  private final RunClock clock;
  private final long connectTimeoutNanos;
  private final long keepIdleNanos;
  private final Http2Tls tls;

  /** Those being made, too. */
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
    this.tls = new Http2Tls(settings);
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
   * The connection for a call to this place.
   *
   * @param fresh whether it must be a new one
   */
  Http2Connection to(Http2PoolKey key, boolean fresh) {
    Http2Connection keepAlive = fresh || keepIdleNanos == 0 ? null : newestWithRoom(key);
    return keepAlive == null ? connect(key) : keepAlive;
  }

  /**
   * Null when there is none. Those behind it are looked at, too: where the newest always has room
   * nobody else would find the ones that have been idle for too long.
   */
  private Http2Connection newestWithRoom(Http2PoolKey key) {
    Http2Connection newest = null;
    long idleBeforeNanos = clock.nowNanos() - keepIdleNanos;
    // Backwards, as one that is closed leaves the list.
    for (int i = all.size() - 1; i >= 0; i--) {
      Http2Connection connection = all.get(i);
      if (connection.isTo(key) && connection.isIdleSince(idleBeforeNanos)) {
        connection.close();
      } else if (newest == null && connection.isTo(key) && connection.hasRoom()) {
        newest = connection;
      }
    }
    return newest;
  }

  private Http2Connection connect(Http2PoolKey key) {
    Http2Connection connection =
        new Http2Connection(this, clock, key, key.secure() ? tls : null, keepIdleNanos > 0);
    all.add(connection);
    connection.connect(bootstrap, resolvers.getResolver(loop));
    return connection;
  }

  /** Does it when as much time has passed as each step of connecting may take. */
  LlmClient.Timer afterConnectTimeout(Runnable task) {
    Future<?> timer = loop.schedule(task, connectTimeoutNanos, TimeUnit.NANOSECONDS);
    return () -> timer.cancel(false);
  }

  /** How many streams a server has room for while it has not said so: what another last said. */
  int defaultMaxStreams() {
    return defaultMaxStreams;
  }

  /** A server has said how many streams it has room for: one at least. */
  void setDefaultMaxStreams(int streams) {
    defaultMaxStreams = streams;
  }

  void opened() {
    openCount++;
  }

  void closed() {
    openCount--;
  }

  /** It serves no further call. */
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
