package io.longhaul.load.proxy;

import static java.util.Objects.requireNonNull;

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
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A listening port that forwards all requests to one server, with the event loop that does so. */
public final class ReverseProxy implements AutoCloseable {
  /** Maximum size of one read and of one part of a body. */
  private static final int READ_BYTES = 64 << 10;

  private static final int MAX_LINE_BYTES = 16 << 10;
  private static final int MAX_HEAD_BYTES = 64 << 10;
  private static final int BACKLOG = 4096;
  private static final int CONNECT_TIMEOUT_MILLIS = 30_000;
  private static final int CLOSE_LIMIT_SECONDS = 5;

  final ForwardTarget target;
  private final RunClock clock;
  final ProxyListener listener;
  private final EventLoopGroup loop;
  private final OffLoopResolvers resolvers;
  final Bootstrap bootstrap;
  private final ChannelGroup connections;
  private @Nullable Channel listening;
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
            // A server that responds early may close before the request is fully written. Its
            // response must still be read.
            .option(ChannelOption.AUTO_CLOSE, false)
            .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES));
  }

  /**
   * Opens the port.
   *
   * @param listenOn address of the port; port 0 selects a free one
   * @param forwardTo the server's base URL (http or https); its path is prefixed to each request's
   *     path
   * @param trust the certificates of the server that are accepted
   * @param listener receives each request
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
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    connections.add(connection);
                    connection
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(decoder()),
                            new ClientConnection(ReverseProxy.this));
                  }
                });
    ChannelFuture bound = server.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    listening = bound.channel();
  }

  /** Returns the address of the listening socket, with the bound port. */
  public InetSocketAddress address() {
    return (InetSocketAddress) requireNonNull(listening).localAddress();
  }

  /** Returns the size limits of HTTP parsing. */
  static HttpDecoderConfig decoder() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(MAX_LINE_BYTES)
        .setMaxHeaderSize(MAX_HEAD_BYTES)
        .setMaxChunkSize(READ_BYTES);
  }

  long nowNanos() {
    return clock.nowNanos();
  }

  boolean isClosing() {
    return closing;
  }

  /**
   * Closes the port and all connections, and stops the thread. Every tap has been ended when this
   * returns.
   */
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
