package io.longhaul.load.proxy;

import io.longhaul.load.http.ServerTrust;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** The server to which requests are forwarded. */
final class ForwardTarget {
  private final String url;
  private final String host;
  private final int port;
  private final String hostHeader;
  private final String basePath;

  /** Null without TLS. */
  private final SslContext tls;

  private ForwardTarget(URI base, SslContext tls) {
    String path = base.getRawPath() == null ? "" : base.getRawPath();
    this.url = base.toString();
    this.host = base.getHost().replaceAll("[\\[\\]]", "");
    this.port = base.getPort() >= 0 ? base.getPort() : tls == null ? 80 : 443;
    this.hostHeader = base.getHost() + (base.getPort() < 0 ? "" : ":" + base.getPort());
    this.basePath = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    this.tls = tls;
  }

  static ForwardTarget of(URI base, ServerTrust trust) throws SSLException {
    boolean secure = base.getScheme().toLowerCase(Locale.ROOT).equals("https");
    return new ForwardTarget(
        base, secure ? trust.applyTo(SslContextBuilder.forClient()).build() : null);
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }

  InetSocketAddress address() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  /** Returns the TLS context; null without TLS. */
  SslContext tls() {
    return tls;
  }

  String hostHeader() {
    return hostHeader;
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
