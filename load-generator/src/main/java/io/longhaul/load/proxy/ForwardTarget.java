package io.longhaul.load.proxy;

import io.longhaul.load.http.HttpPort;
import io.longhaul.load.http.ServerTrust;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The server to which requests are forwarded.
 *
 * @param host without the brackets of an IPv6 address
 * @param basePath without a trailing slash
 * @param tls null without TLS
 */
record ForwardTarget(
    String url,
    String host,
    int port,
    String hostHeader,
    String basePath,
    @Nullable SslContext tls) {

  static ForwardTarget of(URI base, ServerTrust trust) throws SSLException {
    boolean secure = base.getScheme().toLowerCase(Locale.ROOT).equals("https");
    String path = base.getRawPath() == null ? "" : base.getRawPath();
    return new ForwardTarget(
        base.toString(),
        base.getHost().replaceAll("[\\[\\]]", ""),
        HttpPort.of(base),
        base.getHost() + (base.getPort() < 0 ? "" : ":" + base.getPort()),
        path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
        secure ? trust.applyTo(SslContextBuilder.forClient()).build() : null);
  }

  InetSocketAddress address() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  /** Returns the server's path for this request path and query. */
  String pathFor(String uri) {
    return basePath + uri;
  }

  @Override
  public String toString() {
    return url;
  }
}
