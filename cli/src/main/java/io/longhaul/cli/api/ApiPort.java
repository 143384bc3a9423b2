package io.longhaul.cli.api;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A port for HTTP and WebSocket, its connections, and the one thread that serves them. */
final class ApiPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApiPort.class);
  private static final long SHUTDOWN_SECONDS = 5;
  private static final int IDLE_TIMEOUT_SECONDS = 30;
  private static final int BACKLOG = 128;
  private static final int MAX_LINE_BYTES = 4096;
  private static final int MAX_HEADER_BYTES = 8192;

  /** Limit of unsent data above which a client receives no further messages. */
  private static final WriteBufferWaterMark WRITE_BUFFER =
      new WriteBufferWaterMark(64 << 10, 512 << 10);

  private final Optional<AccessToken> token;
  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("api", true), NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final ConnectionLimiter connectionLimiter = new ConnectionLimiter(loop);
  private final ChannelGroup connections = new DefaultChannelGroup(loop);
  private final PendingResponses pendingResponses = new PendingResponses();
  private @Nullable Channel listening;
  private @Nullable InetSocketAddress address;

  /**
   * Starts the thread.
   *
   * @param token what clients must present; empty if the port is open to all
   */
  ApiPort(Optional<AccessToken> token) {
    this.token = token;
  }

  /**
   * Opens the port; closes everything if that fails.
   *
   * @param wanted address to bind; port 0 for any free port
   * @param isHeld whether the parent process holds the port ({@link SeriesLiveView})
   * @param ownName host name by which clients reach the server
   * @throws IOException if the port cannot be bound
   */
  void open(InetSocketAddress wanted, boolean isHeld, ServerName ownName, ApiSite site)
      throws IOException {
    HttpRequestHandler requestHandler =
        new HttpRequestHandler(
            new OriginFilter(ownName), token, site, connectionLimiter, pendingResponses);
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BUFFER)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    initialize(connection, requestHandler);
                  }
                });
    if (isHeld) {
      bootstrap.option(NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT), true);
    }
    ChannelFuture bound = bootstrap.bind(wanted).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      close();
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    listening = bound.channel();
    address = (InetSocketAddress) bound.channel().localAddress();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // closing needs no result
  private void initialize(Channel connection, HttpRequestHandler requestHandler) {
    if (!connectionLimiter.accept(connection)) {
      connection.close();
      return;
    }
    connections.add(connection);
    connection
        .pipeline()
        .addLast(
            new IdleStateHandler(true, 0, 0, IDLE_TIMEOUT_SECONDS, TimeUnit.SECONDS),
            new HttpServerCodec(
                new HttpDecoderConfig()
                    .setMaxInitialLineLength(MAX_LINE_BYTES)
                    .setMaxHeaderSize(MAX_HEADER_BYTES)),
            new BodySizeLimit(),
            new FlowControlHandler(),
            requestHandler);
  }

  /** Returns the bound address. */
  InetSocketAddress address() {
    return requireNonNull(address);
  }

  /** Returns the URL of a path, with the token if clients need one. */
  String url(String path) {
    String url = "http://" + NetUtil.toSocketAddressString(address()) + path;
    return token.map(secret -> secret.addedTo(url)).orElse(url);
  }

  /** Returns the thread, which executes all handlers. */
  EventLoop loop() {
    return loop;
  }

  /** Executes a task on the thread; does nothing if the port is closed. */
  void execute(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("The port is closed", e);
    }
  }

  /** Executes a task on the thread at this interval, until the port is closed. */
  @SuppressWarnings("FutureReturnValueIgnored") // the task ends with the loop
  void repeat(Runnable task, long seconds) {
    loop.scheduleAtFixedRate(() -> attempt(task), seconds, seconds, TimeUnit.SECONDS);
  }

  /** Executes a task whose failure ends neither its repetitions nor other tasks. */
  static void attempt(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("A task of the server failed", e);
    }
  }

  /** Returns whether the port has been opened. */
  boolean isOpen() {
    return listening != null;
  }

  /** Accepts no further connections. */
  void stopListening() {
    if (listening != null) {
      listening.close().awaitUninterruptibly();
    }
  }

  /** Calls the action on the thread when no response is being sent. */
  void whenAllSent(Runnable action) {
    execute(() -> pendingResponses.whenAllSent(action));
  }

  boolean isClosed() {
    return loop.isShuttingDown();
  }

  /** Closes the port and all connections, and stops the thread. */
  @Override
  public void close() {
    stopListening();
    connections.close().awaitUninterruptibly();
    group.shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
