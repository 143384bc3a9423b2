package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The HTTP/2 connections of one loop. A call goes onto the newest one to its server that has room,
 * and another is made when none has. On the loop.
 */
final class GrpcConnections {
  private static final int DEFAULT_PORT = 80;
  private static final int DEFAULT_TLS_PORT = 443;

  private final Bootstrap bootstrap;
  private final OffLoopResolvers resolvers;
  private final RunClock clock;
  private final long keepIdleNanos;
  private final GrpcTls tls;

  /** Those being made, too. */
  private final List<GrpcConnection> all = new ArrayList<>();

  private int openCount;

  GrpcConnections(
      EventLoopGroup loop, RunClock clock, ClientSettings settings, OffLoopResolvers resolvers) {
    this.clock = clock;
    this.resolvers = resolvers;
    this.keepIdleNanos = settings.keepIdleNanos();
    this.tls = new GrpcTls(settings);
    bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
            .resolver(resolvers)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) TimeUnit.NANOSECONDS.toMillis(settings.connectTimeoutNanos()))
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
   * The connection for a call to this server.
   *
   * @param fresh whether it must be a new one
   */
  GrpcConnection to(URI target, boolean fresh) {
    String authority = authorityOf(target);
    boolean secure = isSecure(target);
    if (!fresh && keepIdleNanos > 0) {
      long now = clock.nowNanos();
      // Backwards, as one that is closed leaves the list.
      for (int i = all.size() - 1; i >= 0; i--) {
        GrpcConnection connection = all.get(i);
        if (connection.isTo(authority, secure) && connection.isIdleSince(now - keepIdleNanos)) {
          connection.close();
        } else if (connection.isTo(authority, secure) && connection.hasRoom()) {
          return connection;
        }
      }
    }
    GrpcConnection connection =
        new GrpcConnection(this, clock, authority, secure ? tls : null, keepIdleNanos > 0);
    all.add(connection);
    connection.connect(bootstrap, target.getHost(), portOf(target));
    return connection;
  }

  private static String authorityOf(URI target) {
    return target.getHost() + ":" + portOf(target);
  }

  private static int portOf(URI target) {
    int usual = isSecure(target) ? DEFAULT_TLS_PORT : DEFAULT_PORT;
    return target.getPort() < 0 ? usual : target.getPort();
  }

  private static boolean isSecure(URI target) {
    return "https".equalsIgnoreCase(target.getScheme());
  }

  void opened() {
    openCount++;
  }

  void closed() {
    openCount--;
  }

  /** It serves no further call. */
  void forget(GrpcConnection connection) {
    all.remove(connection);
  }

  int openCount() {
    return openCount;
  }

  void close() {
    List.copyOf(all).forEach(GrpcConnection::close);
    resolvers.close();
  }
}
