package io.longhaul.load.http;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * TLS of gRPC connections: the JDK's, as HTTP's is, with HTTP/2 agreed upon while shaking hands
 * (ALPN), as gRPC wants it.
 */
final class Http2Tls {
  private final SslContext context;
  private final long handshakeTimeoutNanos;

  Http2Tls(ClientSettings settings) {
    this.handshakeTimeoutNanos = settings.connectTimeoutNanos();
    SslContextBuilder builder =
        settings
            .trust()
            .applyTo(SslContextBuilder.forClient())
            .sslProvider(SslProvider.JDK)
            .protocols(ClientSettings.TLS_VERSIONS)
            .applicationProtocolConfig(
                new ApplicationProtocolConfig(
                    Protocol.ALPN,
                    SelectorFailureBehavior.NO_ADVERTISE,
                    SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2));
    try {
      context = builder.build();
    } catch (SSLException e) {
      throw new IllegalStateException("Cannot speak TLS: " + e.getMessage(), e);
    }
  }

  /** What encrypts a connection to a server that proves to have this name. */
  SslHandler handlerFor(Channel channel, String host, int port) {
    SslHandler handler = context.newHandler(channel.alloc(), host, port);
    handler.setHandshakeTimeout(handshakeTimeoutNanos, TimeUnit.NANOSECONDS);
    return handler;
  }

  /** Whether the server agreed to speak HTTP/2. */
  static boolean speaksHttp2(SslHandler handler) {
    return ApplicationProtocolNames.HTTP_2.equals(handler.applicationProtocol());
  }
}
