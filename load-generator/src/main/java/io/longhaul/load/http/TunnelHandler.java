package io.longhaul.load.http;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.ConnectTimeoutException;
import io.netty.resolver.AddressResolver;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens a proxy tunnel: connects to a proxy instead of the server and sends {@code CONNECT}. It is
 * the first handler until the channel is connected; for the others the channel is connected when
 * the tunnel is open.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The result goes to the promise that was given.
final class TunnelHandler extends ChannelDuplexHandler {
  private static final int MAX_CHARS = 16 * 1024;
  private static final String END_OF_HEAD = "\r\n\r\n";

  private final ForwardProxy proxy;
  private final AddressResolver<InetSocketAddress> names;
  private final long timeoutNanos;
  private final BooleanSupplier needsTunnel;
  private final StringBuilder response = new StringBuilder();

  private @Nullable ChannelPromise connected;
  private @Nullable Future<?> timeLimit;

  /**
   * @param timeoutNanos timeout of the proxy's response
   * @param needsTunnel returns, when the channel connects, whether to open a tunnel
   */
  TunnelHandler(
      ForwardProxy proxy,
      AddressResolver<InetSocketAddress> names,
      long timeoutNanos,
      BooleanSupplier needsTunnel) {
    this.proxy = proxy;
    this.names = names;
    this.timeoutNanos = timeoutNanos;
    this.needsTunnel = needsTunnel;
  }

  @Override
  public void connect(
      ChannelHandlerContext context,
      SocketAddress remote,
      SocketAddress local,
      ChannelPromise promise) {
    if (!needsTunnel.getAsBoolean()) {
      context.connect(remote, local, promise);
      context.pipeline().remove(this);
      return;
    }
    connected = promise;
    names
        .resolve(InetSocketAddress.createUnresolved(proxy.host(), proxy.port()))
        .addListener(
            (Future<InetSocketAddress> found) -> {
              if (found.isSuccess()) {
                connectToProxy(context, found.getNow(), authorityOf((InetSocketAddress) remote));
              } else {
                fail(context, found.cause());
              }
            });
  }

  private static String authorityOf(InetSocketAddress server) {
    String host = server.getHostString();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + server.getPort();
  }

  private void connectToProxy(
      ChannelHandlerContext context, InetSocketAddress address, String authority) {
    context
        .connect(address)
        .addListener(
            done -> {
              if (done.isSuccess()) {
                sendConnect(context, authority);
              } else {
                fail(context, done.cause());
              }
            });
  }

  private void sendConnect(ChannelHandlerContext context, String authority) {
    String authorization =
        proxy.authorization() == null
            ? ""
            : "Proxy-Authorization: " + proxy.authorization() + "\r\n";
    String request =
        "CONNECT %s HTTP/1.1\r\nHost: %s\r\n%s\r\n".formatted(authority, authority, authorization);
    context.writeAndFlush(ByteBufUtil.writeAscii(context.alloc(), request));
    timeLimit =
        context
            .executor()
            .schedule(
                () ->
                    fail(
                        context,
                        new ConnectTimeoutException("the proxy did not respond to CONNECT")),
                timeoutNanos,
                TimeUnit.NANOSECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    response.append(bytes.toString(StandardCharsets.ISO_8859_1));
    bytes.release();
    if (response.indexOf(END_OF_HEAD) >= 0) {
      handleResponse(context, response.substring(0, response.indexOf("\r\n")));
    } else if (response.length() > MAX_CHARS) {
      fail(context, new IOException("the proxy's response to CONNECT is too long"));
    }
  }

  /**
   * Handles the response of the proxy. The server sends nothing before it receives a request, so no
   * server data can have arrived yet.
   */
  private void handleResponse(ChannelHandlerContext context, String statusLine) {
    String[] framing = statusLine.split(" ", 3);
    if (framing.length >= 2 && framing[0].startsWith("HTTP/1.") && framing[1].startsWith("2")) {
      requireNonNull(timeLimit).cancel(false);
      context.pipeline().remove(this);
      requireNonNull(connected).trySuccess();
    } else {
      fail(context, new IOException("the proxy refused CONNECT: " + statusLine));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    fail(
        context,
        new IOException("the proxy closed the connection instead of responding to CONNECT"));
    context.fireChannelInactive();
  }

  private void fail(ChannelHandlerContext context, Throwable cause) {
    if (timeLimit != null) {
      timeLimit.cancel(false);
    }
    requireNonNull(connected).tryFailure(cause);
    context.close();
  }
}
