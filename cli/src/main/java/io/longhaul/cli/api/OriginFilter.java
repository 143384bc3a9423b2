package io.longhaul.cli.api;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.NetUtil;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rejects requests of other web sites in a user's browser. Such a page can send a cross-origin
 * request, which has a foreign {@code Origin}. Or its host name can resolve to this machine (DNS
 * rebinding), so that the browser treats the responses as its own; then {@code Host} contains a
 * name that can be registered, that is, one with a dot. Other programs can set these headers freely
 * and are not restricted.
 */
final class OriginFilter {
  private static final Pattern HOST =
      Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+?)\\.?(:[0-9]{1,5})?");

  private final String ownName;
  private final String unknownHost;

  /** Creates the filter of a server. */
  OriginFilter(ServerName own) {
    this.ownName = own.name().toLowerCase(Locale.ROOT);
    this.unknownHost =
        "Unknown Host: use an IP address, a name without a dot, or the name in " + own.option();
  }

  /** Returns the error response for a rejected request; empty if the request is allowed. */
  Optional<ApiResponse> rejection(HttpHeaders headers) {
    List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
    if (hosts.size() != 1) {
      return error(HttpResponseStatus.BAD_REQUEST, "Exactly one Host header is required");
    }
    String host = hosts.get(0).strip();
    Matcher parts = HOST.matcher(host);
    if (!parts.matches() || !isOwnName(parts.group(1).toLowerCase(Locale.ROOT))) {
      return error(HttpResponseStatus.FORBIDDEN, unknownHost);
    }
    List<String> origins = headers.getAll(HttpHeaderNames.ORIGIN);
    if (!origins.stream().allMatch(origin -> isSameOrigin(origin, host))) {
      return error(HttpResponseStatus.FORBIDDEN, "Requests from other origins are rejected");
    }
    return Optional.empty();
  }

  private static Optional<ApiResponse> error(HttpResponseStatus status, String reason) {
    return Optional.of(ApiResponse.error(status, reason));
  }

  private boolean isOwnName(String host) {
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return bare.equals(ownName)
        || bare.indexOf('.') < 0
        || NetUtil.isValidIpV4Address(bare)
        || NetUtil.isValidIpV6Address(bare);
  }

  /** Returns whether an origin has this host; behind a TLS proxy its scheme is https. */
  private static boolean isSameOrigin(String origin, String host) {
    return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
  }
}
