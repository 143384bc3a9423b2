package io.longhaul.load.proxy;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;

/**
 * Headers that apply to a single connection and must not be forwarded (RFC 9110, section 7.6.1).
 */
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

  /** Removes these headers and those listed in {@code Connection}. */
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
