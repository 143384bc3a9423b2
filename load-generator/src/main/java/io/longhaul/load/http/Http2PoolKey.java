package io.longhaul.load.http;

import java.net.URI;

/**
 * Where a connection of HTTP/2 leads, and whose it is: requests of one place share connections.
 *
 * @param owner null for requests of anybody
 */
record Http2PoolKey(String host, int port, boolean secure, String owner) {
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

  /** The one that is said, or the usual one. */
  static int portOf(URI target) {
    int defaultPort = isSecure(target) ? DEFAULT_TLS_PORT : DEFAULT_PORT;
    return target.getPort() < 0 ? defaultPort : target.getPort();
  }

  private static boolean isSecure(URI target) {
    return "https".equalsIgnoreCase(target.getScheme());
  }
}
