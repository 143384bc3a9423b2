package io.longhaul.mock.net;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listening port and its connections, all on one event loop with its own thread. It uses epoll on
 * Linux, whose timers are accurate to some microseconds, and otherwise NIO, whose timers are
 * accurate to a millisecond.
 */
public final class Listener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
  private static final int BACKLOG = 4096;
  private static final int RETRY_MILLIS = 100;

  private final String host;
  private final MultiThreadIoEventLoopGroup group;
  private final EventExecutor loop;
  private final ServerBootstrap bootstrap;
  private final ChannelGroup connections;
  private final String name;
  private volatile @Nullable Channel listening;
  private volatile int port;

  private Listener(String name, String host, Supplier<ChannelHandler[]> handlers) {
    this.name = name;
    this.host = host;
    IoHandlerFactory io =
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> channel =
        Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    this.group =
        new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("mock-" + name, true), io);
    this.loop = group.next();
    this.connections = new DefaultChannelGroup(loop);
    this.bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(channel)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    connections.add(connection);
                    connection.pipeline().addLast(handlers.get());
                  }
                });
  }

  /**
   * Opens a port.
   *
   * @param name name of the thread
   * @param port port to bind; 0 for any free port
   * @param handlers creates the handlers of a new connection, in order; called on the event loop
   * @throws IOException if the port cannot be bound
   */
  public static Listener open(
      String name, String host, int port, Supplier<ChannelHandler[]> handlers) throws IOException {
    Listener listener = new Listener(name, host, handlers);
    try {
      listener.bind(port);
    } catch (IOException e) {
      listener.close();
      throw e;
    }
    return listener;
  }

  /** Returns the bound port. */
  public int port() {
    return port;
  }

  /** Returns the event loop of all connections. */
  public EventExecutor loop() {
    return loop;
  }

  /**
   * Closes the port and all connections, and reopens the same port later. Must be called on the
   * {@link #loop}.
   *
   * @param nanos time for which the port stays closed; longer if another process uses it meanwhile
   */
  @SuppressWarnings("FutureReturnValueIgnored") // resume() handles its own result
  public void suspend(long nanos) {
    requireNonNull(listening).close();
    connections.close();
    loop.schedule(this::resume, nanos, TimeUnit.NANOSECONDS);
  }

  /** Closes the port and all connections, ends the thread, and waits for both. */
  @Override
  public void close() {
    Channel open = listening;
    if (open != null) {
      open.close().awaitUninterruptibly();
    }
    connections.close().awaitUninterruptibly();
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // each attempt handles its own result
  private void resume() {
    bootstrap
        .bind(host, port)
        .addListener(
            (ChannelFuture bound) -> {
              if (bound.isSuccess()) {
                listening = bound.channel();
              } else {
                LOG.warn(
                    "Cannot reopen the {} port: {} (retrying)", name, bound.cause().getMessage());
                loop.schedule(this::resume, RETRY_MILLIS, TimeUnit.MILLISECONDS);
              }
            });
  }

  private void bind(int wanted) throws IOException {
    ChannelFuture bound = bootstrap.bind(host, wanted).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      String reason = bound.cause().getMessage();
      throw new IOException(
          "Cannot open the %s port: %s:%d (%s; choose another port, or 0 for any free port)"
              .formatted(name, host, wanted, reason),
          bound.cause());
    }
    listening = bound.channel();
    port = ((InetSocketAddress) bound.channel().localAddress()).getPort();
  }
}
