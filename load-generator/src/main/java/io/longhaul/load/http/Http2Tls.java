package io.longhaul.load.http;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;

/** TLS of HTTP/2 connections: that of the JDK, as for HTTP/1.1, with HTTP/2 negotiated by ALPN. */
final class Http2Tls {
  private final SslContext context;
  private final long handshakeTimeoutNanos;

  Http2Tls(ClientSettings settings) {
    this.handshakeTimeoutNanos = settings.connectTimeoutNanos();
    this.context =
        settings
            .trust()
            .clientContext(
                new ApplicationProtocolConfig(
                    Protocol.ALPN,
                    SelectorFailureBehavior.NO_ADVERTISE,
                    SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2));
  }

  /** Returns the TLS handler for a connection, which verifies this host name. */
  SslHandler handlerFor(Channel channel, String host, int port) {
    SslHandler handler = context.newHandler(channel.alloc(), host, port);
    handler.setHandshakeTimeout(handshakeTimeoutNanos, TimeUnit.NANOSECONDS);
    return handler;
  }

  /** Returns whether the server selected HTTP/2. */
  static boolean speaksHttp2(SslHandler handler) {
    return ApplicationProtocolNames.HTTP_2.equals(handler.applicationProtocol());
  }
}
