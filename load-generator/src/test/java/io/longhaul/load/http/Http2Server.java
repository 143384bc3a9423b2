package io.longhaul.load.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2SettingsFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** An HTTP/2 server that handles each request as a test defines. */
@SuppressWarnings(
    "FutureReturnValueIgnored") // The test notices anything that does not reach the client.
final class Http2Server implements AutoCloseable {
  private static final int GO_AWAY = 7;

  /** Handles a complete request. On the server's event loop. */
  @FunctionalInterface
  interface Script {
    void hold(Stream stream);
  }

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("http2-server"), NioIoHandler.newFactory());
  private final Http2Settings settings;
  private final SSLContext tls;
  private final Queue<Script> scripts;
  private final List<Channel> accepted = new CopyOnWriteArrayList<>();
  private final List<Stream> streams = new CopyOnWriteArrayList<>();
  private final Channel listening;

  private Http2Server(Http2Settings settings, SSLContext tls, Script... scripts) {
    this.settings = settings;
    this.tls = tls;
    this.scripts = new ArrayDeque<>(Arrays.asList(scripts));
    this.listening =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    accept(connection);
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
  }

  /**
   * Starts a server with one handler per request, in order of arrival; the last one handles all
   * later requests.
   */
  static Http2Server running(Script... scripts) {
    return with(Http2Settings.defaultSettings(), scripts);
  }

  static Http2Server with(Http2Settings settings, Script... scripts) {
    return new Http2Server(settings, null, scripts);
  }

  static Http2Server encrypted(SSLContext tls, Script... scripts) {
    return new Http2Server(Http2Settings.defaultSettings(), tls, scripts);
  }

  private void accept(Channel connection) {
    accepted.add(connection);
    if (tls != null) {
      SSLEngine engine = tls.createSSLEngine();
      engine.setUseClientMode(false);
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      engine.setSSLParameters(parameters);
      connection.pipeline().addLast(new SslHandler(engine));
    }
    connection
        .pipeline()
        .addLast(
            Http2FrameCodecBuilder.forServer()
                .initialSettings(settings)
                .gracefulShutdownTimeoutMillis(0)
                .build(),
            new Http2MultiplexHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Stream(channel));
                  }
                }),
            new ChannelInboundHandlerAdapter() {
              @Override
              public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                context.close();
              }
            });
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + port() + "/v1/chat/completions");
  }

  URI tlsUri() {
    return URI.create("https://localhost:" + port() + "/v1/chat/completions");
  }

  private int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** Returns the number of accepted connections. */
  int accepted() {
    return accepted.size();
  }

  /** Changes the maximum number of streams on all connections. */
  void setMaxStreams(int streams) {
    Http2Settings maxStreams = new Http2Settings().maxConcurrentStreams(streams);
    accepted.forEach(
        connection -> connection.writeAndFlush(new DefaultHttp2SettingsFrame(maxStreams)));
  }

  /** Returns the requests whose headers have arrived, in order. */
  List<Stream> streams() {
    return List.copyOf(streams);
  }

  @Override
  public void close() {
    listening.close().syncUninterruptibly();
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** One request and its response, which any thread may send. */
  final class Stream extends SimpleChannelInboundHandler<Http2StreamFrame> {
    private final Channel channel;
    private final CompletableFuture<Long> reset = new CompletableFuture<>();
    private volatile Http2Headers head;
    private final AtomicLong bodyBytes = new AtomicLong();

    private Stream(Channel channel) {
      this.channel = channel;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Http2StreamFrame frame) {
      boolean last = false;
      if (frame instanceof Http2HeadersFrame headers) {
        head = headers.headers();
        streams.add(this);
        last = headers.isEndStream();
      } else if (frame instanceof Http2DataFrame data) {
        bodyBytes.addAndGet(data.content().readableBytes());
        last = data.isEndStream();
      }
      if (last) {
        Script script = scripts.size() > 1 ? scripts.remove() : scripts.element();
        script.hold(this);
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof Http2ResetFrame maximum) {
        reset.complete(maximum.errorCode());
      }
    }

    Http2Headers head() {
      return head;
    }

    long bodyBytes() {
      return bodyBytes.get();
    }

    /** Waits for the code with which the client resets the stream. */
    long awaitReset() throws Exception {
      return reset.get(10, TimeUnit.SECONDS);
    }

    Stream head(String status, String... namesAndValues) {
      return head(status, false, namesAndValues);
    }

    /** Sends headers that end the response. */
    Stream onlyHead(String status, String... namesAndValues) {
      return head(status, true, namesAndValues);
    }

    private Stream head(String status, boolean last, String... namesAndValues) {
      Http2Headers headers = new DefaultHttp2Headers().status(status);
      for (int i = 0; i < namesAndValues.length; i += 2) {
        headers.add(namesAndValues[i], namesAndValues[i + 1]);
      }
      return write(new DefaultHttp2HeadersFrame(headers, last));
    }

    Stream data(String text) {
      return write(new DefaultHttp2DataFrame(bytes(text), false));
    }

    Stream end() {
      return write(new DefaultHttp2DataFrame(Unpooled.EMPTY_BUFFER, true));
    }

    /** Ends the response after the body. */
    Stream trailers(String name, String value) {
      Http2Headers trailers = new DefaultHttp2Headers().add(name, value);
      return write(new DefaultHttp2HeadersFrame(trailers, true));
    }

    /** Sends a complete response. */
    Stream response(String text) {
      return head("200", "content-type", "application/json").data(text).end();
    }

    Stream reset(Http2Error code) {
      return write(new DefaultHttp2ResetFrame(code));
    }

    /** Sends GOAWAY: no request after this one gets a response. */
    Stream goAway(Stream last) {
      ByteBuf frame = Unpooled.buffer();
      frame.writeMedium(8).writeByte(GO_AWAY).writeByte(0).writeInt(0);
      frame.writeInt(last.number()).writeInt(0);
      // Bypasses the codec, which would not send this for a request that it has seen.
      channel.eventLoop().execute(() -> socket().writeAndFlush(frame));
      return this;
    }

    /** Closes the connection. */
    void cut() {
      channel.eventLoop().execute(() -> socket().close());
    }

    private ChannelHandlerContext socket() {
      return channel.parent().pipeline().firstContext();
    }

    private int number() {
      return ((Http2StreamChannel) channel).stream().id();
    }

    private Stream write(Object frame) {
      channel.writeAndFlush(frame);
      return this;
    }

    private static ByteBuf bytes(String text) {
      return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }
  }
}
