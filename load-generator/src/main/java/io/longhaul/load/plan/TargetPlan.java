package io.longhaul.load.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where requests go, and how a connection is treated.
 *
 * @param urls base URLs, at least one, each {@code http://…} or {@code https://…}; several are used
 *     in turn
 * @param path the path that replaces the endpoint type's own, beginning with {@code /}, or null
 * @param headers extra HTTP headers in the order given; secrets are not among them
 * @param requestTimeoutNanos the limit of one request, connecting included; positive
 * @param httpVersion in which version of HTTP, unless the endpoint type is called by gRPC
 * @param connectionReuse which connection a request goes out on
 * @param staleRetry whether a request that met a reused connection which the server had closed is
 *     sent once more
 * @param insecureTls whether any certificate is accepted
 * @param caCertificates the only authorities whose certificates of servers are accepted, as PEM;
 *     null for those that Java trusts
 * @param proxy the URL of a forward proxy, without a user, or null for none
 * @param sessionHeader the header that tells all requests of a session apart from others
 */
public record TargetPlan(
    List<String> urls,
    @Nullable String path,
    Map<String, String> headers,
    long requestTimeoutNanos,
    HttpVersion httpVersion,
    ConnectionReuse connectionReuse,
    boolean staleRetry,
    boolean insecureTls,
    @Nullable @JsonInclude(JsonInclude.Include.NON_NULL) String caCertificates,
    @Nullable String proxy,
    String sessionHeader) {
  /** AIPerf's. */
  public static final String DEFAULT_SESSION_HEADER = "X-Correlation-ID";

  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  public TargetPlan {
    urls = List.copyOf(urls);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** Which of the URLs the request with this plan index goes to: one after the other. */
  public int urlIndexFor(long planIndex) {
    return (int) (planIndex % urls.size());
  }

  void check(Problems problems) {
    if (urls.isEmpty()) {
      problems.add("Invalid url: none (give at least one, such as http://localhost:8000)");
    }
    urls.forEach(url -> checkUrl(url, problems));
    if (path != null && !path.startsWith("/")) {
      problems.invalid("endpoint path", path, "a path that begins with /");
    }
    if (proxy != null && !HttpUrl.isValid(proxy)) {
      problems.invalid("proxy", proxy, "http://, a host, and a port from 1 to 65535");
    }
    if (caCertificates != null) {
      checkAuthorities(problems);
    }
    problems.requirePositive("request timeout", requestTimeoutNanos, "ns");
    if (!HEADER_NAME.matcher(sessionHeader).matches()) {
      problems.invalid("session header", sessionHeader, "the name of an HTTP header");
    }
    headers.forEach(
        (name, value) -> {
          if (name.isBlank() || !isOneLine(name) || !isOneLine(value)) {
            problems.invalid("header", name, "a name and a value, each on one line");
          }
        });
  }

  private void checkAuthorities(Problems problems) {
    try {
      PemCertificates.read(caCertificates);
    } catch (IllegalArgumentException e) {
      problems.invalid("CA certificates", e.getMessage(), "at least one certificate as PEM");
    }
  }

  private static void checkUrl(String url, Problems problems) {
    if (!HttpUrl.isValid(url)) {
      problems.invalid("url", url, "http:// or https://, a host, and a port from 1 to 65535");
    }
  }

  private static boolean isOneLine(String text) {
    return text.indexOf('\n') < 0 && text.indexOf('\r') < 0;
  }
}
