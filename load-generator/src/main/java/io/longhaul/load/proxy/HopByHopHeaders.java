package io.longhaul.load.proxy;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;

/** What belongs to a single connection and is not passed on (RFC 9110, 7.6.1). */
final class HopByHopHeaders {
  private static final List<CharSequence> NAMES =
      List.of(
          HttpHeaderNames.CONNECTION,
          "keep-alive",
          HttpHeaderNames.PROXY_AUTHENTICATE,
          HttpHeaderNames.PROXY_AUTHORIZATION,
          "proxy-connection",
          HttpHeaderNames.TE,
          HttpHeaderNames.TRANSFER_ENCODING,
          HttpHeaderNames.UPGRADE);

  private HopByHopHeaders() {}

  /** Removes them, and the headers that {@code Connection} names. */
  static void removeFrom(HttpHeaders headers) {
    for (String named : headers.getAll(HttpHeaderNames.CONNECTION)) {
      for (String name : named.split(",", -1)) {
        if (!name.isBlank()) {
          headers.remove(name.strip());
        }
      }
    }
    NAMES.forEach(headers::remove);
  }
}
