package io.longhaul.load.proxy;

import io.longhaul.load.http.OffLoopResolvers;
import io.longhaul.load.http.ServerTrust;
import io.longhaul.load.time.RunClock;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.TimeUnit;

/** A port whose requests go on to one server, and the event loop that carries them. */
public final class ReverseProxy implements AutoCloseable {
  private static final int BACKLOG = 4096;
  private static final int CONNECT_TIMEOUT_MILLIS = 30_000;
  private static final int CLOSE_LIMIT_SECONDS = 5;

  private final ForwardTarget target;
  private final RunClock clock;
  private final ProxyListener listener;
  private final EventLoopGroup loop;
  private final OffLoopResolvers resolvers;
  private final Bootstrap bootstrap;
  private final ChannelGroup connections;
  private Channel listening;
  private volatile boolean closing;

  private ReverseProxy(ForwardTarget target, RunClock clock, ProxyListener listener) {
    this.target = target;
    this.clock = clock;
    this.listener = listener;
    this.loop =
        new MultiThreadIoEventLoopGroup(
            1,
            new DefaultThreadFactory("proxy", true),
            Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    this.connections = new DefaultChannelGroup(loop.next());
    this.resolvers = new OffLoopResolvers(clock, InetAddress::getAllByName, "proxy-names");
    this.bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
            .resolver(resolvers)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            // A server that answers early may close before all is written to it: its answer is
            // read all the same.
            .option(ChannelOption.AUTO_CLOSE, false)
            .option(
                ChannelOption.RECVBUF_ALLOCATOR,
                new FixedRecvByteBufAllocator(HttpLimits.READ_BYTES));
  }

  /**
   * Opens the port.
   *
   * @param listenOn its address; port 0 for any free one
   * @param forwardTo the server's base URL, http or https; its path stands before that of each
   *     request
   * @param trust which certificates of the server are accepted
   * @param listener hears of each request
   * @throws IOException if the port cannot be bound
   */
  public static ReverseProxy open(
      InetSocketAddress listenOn,
      URI forwardTo,
      ServerTrust trust,
      RunClock clock,
      ProxyListener listener)
      throws IOException {
    ReverseProxy proxy = new ReverseProxy(ForwardTarget.of(forwardTo, trust), clock, listener);
    try {
      proxy.bind(listenOn);
    } catch (IOException e) {
      proxy.close();
      throw e;
    }
    return proxy;
  }

  private void bind(InetSocketAddress address) throws IOException {
    ServerBootstrap server =
        new ServerBootstrap()
            .group(loop)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                new FixedRecvByteBufAllocator(HttpLimits.READ_BYTES))
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    connections.add(connection);
                    connection
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(HttpLimits.decoder()),
                            new ClientConnection(ReverseProxy.this));
                  }
                });
    ChannelFuture bound = server.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    listening = bound.channel();
  }

  /** The address that is listened on, with the port that was bound. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** How many clients are connected. */
  public int clients() {
    return connections.size();
  }

  ForwardTarget target() {
    return target;
  }

  ProxyListener listener() {
    return listener;
  }

  Bootstrap bootstrap() {
    return bootstrap;
  }

  long nowNanos() {
    return clock.nowNanos();
  }

  boolean isClosing() {
    return closing;
  }

  /** Closes the port and all connections, and ends the thread; every tap has heard its end then. */
  @Override
  public void close() {
    closing = true;
    if (listening != null) {
      listening.close().awaitUninterruptibly();
    }
    connections.close().awaitUninterruptibly();
    resolvers.close();
    loop.shutdownGracefully(0, CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
