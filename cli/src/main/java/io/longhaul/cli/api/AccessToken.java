package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A secret in the URL of a page, without which the server rejects requests: other users of the
 * machine can reach its port, too.
 *
 * @param text characters that need no escaping in a URL
 */
public record AccessToken(String text) {
  private static final int RANDOM_BYTES = 16;
  private static final String PARAMETER = "token";
  private static final String BEARER = "Bearer ";

  /** Probes of a supervisor have no token, and learn nothing from the response. */
  private static final Set<String> OPEN_PATHS = Set.of(StatusPages.HEALTHY, StatusPages.READY);

  private static final ApiResponse REJECTION =
      ApiResponse.error(
          HttpResponseStatus.UNAUTHORIZED,
          "The token is missing or wrong: use the URL that Longhaul has printed",
          Map.of("www-authenticate", "Bearer"));

  /** Creates a token that cannot be guessed. */
  public static AccessToken random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new AccessToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Returns whether requests of this path need no token. */
  static boolean isOpen(String path) {
    return OPEN_PATHS.contains(path);
  }

  /** Returns the URL with the token. */
  String addedTo(String url) {
    return url + "?" + PARAMETER + "=" + text;
  }

  /**
   * Returns the error response for a request without the token, in its query or in its header
   * {@code Authorization}; empty if the request is allowed.
   *
   * @param path decoded path of the request
   */
  Optional<ApiResponse> rejection(String path, HttpRequest request) {
    return isOpen(path) || isInHeader(request) || isInQuery(request)
        ? Optional.empty()
        : Optional.of(REJECTION);
  }

  private boolean isInHeader(HttpRequest request) {
    String header = request.headers().get(HttpHeaderNames.AUTHORIZATION, "");
    return header.startsWith(BEARER) && isEqual(header.substring(BEARER.length()));
  }

  private boolean isInQuery(HttpRequest request) {
    try {
      Map<String, List<String>> query = new QueryStringDecoder(request.uri()).parameters();
      return query.getOrDefault(PARAMETER, List.of()).stream().anyMatch(this::isEqual);
    } catch (IllegalArgumentException e) {
      return false; // its escapes are invalid
    }
  }

  /** Compares in a time that does not depend on where the texts differ. */
  private boolean isEqual(String given) {
    return MessageDigest.isEqual(given.getBytes(UTF_8), text.getBytes(UTF_8));
  }

  /** Hides the token. */
  @Override
  public String toString() {
    return "AccessToken";
  }
}
