package io.longhaul.load.proxy;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * The connection to the server that belongs to one client connection: sends requests and receives
 * responses.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel: channelInactive
final class ServerConnection extends ChannelInboundHandlerAdapter {
  private final ClientConnection client;

  /** Null before {@link #connect}. */
  private @Nullable Channel channel;

  private boolean connected;
  private boolean hasResponded;

  /** Why the connection failed; null if it has not. */
  private @Nullable Throwable failureReason;

  ServerConnection(ClientConnection client) {
    this.client = client;
  }

  /**
   * Starts to connect. The client connection is notified of the result.
   *
   * @param first head of the request to send once connected
   */
  void connect(Bootstrap bootstrap, ForwardTarget target, HttpRequest first) {
    ChannelFuture connecting =
        bootstrap.clone().handler(initializer(target)).connect(target.address());
    channel = connecting.channel();
    connecting.addListener((ChannelFuture done) -> connected(done.cause(), first));
  }

  private ChannelInitializer<Channel> initializer(ForwardTarget target) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel created) {
        if (target.tls() != null) {
          created
              .pipeline()
              .addLast(target.tls().newHandler(created.alloc(), target.host(), target.port()));
        }
        created
            .pipeline()
            .addLast(
                new HttpClientCodec(ReverseProxy.decoder(), false, false), ServerConnection.this);
      }
    };
  }

  private void connected(@Nullable Throwable failure, HttpRequest first) {
    if (failure != null) {
      failureReason = failure;
      client.serverClosed(this);
      return;
    }
    connected = true;
    send(first);
    client.serverConnected();
  }

  boolean isConnected() {
    return connected;
  }

  /** Returns whether the connection accepts more data. */
  boolean isWritable() {
    return channel().isWritable();
  }

  /**
   * Returns whether a response was received earlier. If so, the server may have closed a reused
   * connection because it was idle.
   */
  boolean hasResponded() {
    return hasResponded;
  }

  /** Returns why the connection failed, for a message. */
  String failureReason() {
    if (failureReason == null) {
      return "the server closed the connection without a response";
    }
    Throwable root = failureReason;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }

  private Channel channel() {
    return requireNonNull(channel);
  }

  void send(HttpObject part) {
    channel().writeAndFlush(part);
  }

  /** Resumes or pauses reading, depending on whether the client accepts data. */
  void setReading(boolean reading) {
    channel().config().setAutoRead(reading);
  }

  void close() {
    channel().close();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpObject part && part.decoderResult().isFailure()) {
      ReferenceCountUtil.release(message);
      failureReason = part.decoderResult().cause();
      context.close();
    } else if (message instanceof HttpResponse head) {
      client.responseHead(head);
      hasResponded = true;
    } else {
      client.responseBody((HttpContent) message);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    client.serverWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    client.serverClosed(this);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    failureReason = cause;
    context.close();
  }
}
