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
 * Keeps out pages of other web sites that a person's browser shows. Such a page could send a
 * request here, which its {@code Origin} tells; or have its own name point here (DNS rebinding), so
 * that the browser takes our answers for its own, which {@code Host} tells: a name that somebody
 * can register has a dot. Programs that are no browsers may say what they like.
 */
final class OriginFilter {
  private static final Pattern HOST =
      Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+?)\\.?(:[0-9]{1,5})?");

  private final String ownName;

  /**
   * Asks whoever comes.
   *
   * @param ownName of the address that is listened on, as a person gave it
   */
  OriginFilter(String ownName) {
    this.ownName = ownName.toLowerCase(Locale.ROOT);
  }

  /** Why a request is not heard; empty when it is. */
  Optional<ApiResponse> refusal(HttpHeaders headers) {
    List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
    if (hosts.size() != 1) {
      return Optional.of(
          ApiResponse.refused(HttpResponseStatus.BAD_REQUEST, "Give one Host header"));
    }
    String host = hosts.get(0).strip();
    Matcher parts = HOST.matcher(host);
    if (!parts.matches() || !isOurs(parts.group(1).toLowerCase(Locale.ROOT))) {
      return Optional.of(
          ApiResponse.refused(
              HttpResponseStatus.FORBIDDEN,
              "Not known by this Host: ask by an address, by a name without a dot, or by the name"
                  + " that --api-host says"));
    }
    List<String> origins = headers.getAll(HttpHeaderNames.ORIGIN);
    if (!origins.stream().allMatch(origin -> isOf(origin, host))) {
      return Optional.of(
          ApiResponse.refused(
              HttpResponseStatus.FORBIDDEN, "Pages of other origins are not answered"));
    }
    return Optional.empty();
  }

  private boolean isOurs(String host) {
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return bare.equals(ownName)
        || bare.indexOf('.') < 0
        || NetUtil.isValidIpV4Address(bare)
        || NetUtil.isValidIpV6Address(bare);
  }

  /** Behind a proxy that speaks TLS the browser says https. */
  private static boolean isOf(String origin, String host) {
    return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
  }
}
