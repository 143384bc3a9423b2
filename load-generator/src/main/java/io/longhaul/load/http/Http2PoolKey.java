package io.longhaul.load.http;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the HTTP/2 connections that requests share: by server and owner.
 *
 * @param owner null for requests without an owner
 */
record Http2PoolKey(String host, int port, boolean secure, @Nullable String owner) {
  private static final int DEFAULT_PORT = 80;
  private static final int DEFAULT_TLS_PORT = 443;

  static Http2PoolKey of(OutgoingRequest request) {
    URI target = request.target();
    return new Http2PoolKey(
        target.getHost(),
        portOf(target),
        isSecure(target),
        request.owner() == null ? null : request.owner().name());
  }

  /** Returns the port of a URL, or the default port of its scheme. */
  static int portOf(URI target) {
    int defaultPort = isSecure(target) ? DEFAULT_TLS_PORT : DEFAULT_PORT;
    return target.getPort() < 0 ? defaultPort : target.getPort();
  }

  private static boolean isSecure(URI target) {
    return "https".equalsIgnoreCase(target.getScheme());
  }
}
