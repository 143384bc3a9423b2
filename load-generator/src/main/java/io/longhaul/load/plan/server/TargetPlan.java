package io.longhaul.load.plan.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.longhaul.load.plan.check.Nullable;
import io.longhaul.load.plan.check.Problems;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The servers, and how connections to them are used.
 *
 * @param urls base URLs, at least one, each {@code http://…} or {@code https://…}; requests use
 *     them in turn
 * @param path the path that replaces the path of the endpoint type, starting with {@code /}, or
 *     null
 * @param headers extra HTTP headers in the order given, without secret ones
 * @param requestTimeoutNanos the timeout of a request, including its connection; positive
 * @param httpVersion the version of HTTP, unless the endpoint type uses gRPC
 * @param connectionReuse which connection a request uses
 * @param staleRetry whether a request is sent once more if it was sent on a reused connection that
 *     the server had closed
 * @param insecureTls whether every TLS certificate is accepted
 * @param caCertificates the only trusted certificate authorities, as PEM, or null to trust those of
 *     Java
 * @param proxy the URL of a forward proxy, without a user, or null for none
 * @param sessionHeader the header that identifies the session of a request
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
  /** The default of AIPerf, 6 hours. */
  public static final long DEFAULT_REQUEST_TIMEOUT_NANOS = TimeUnit.HOURS.toNanos(6);

  /** The default of AIPerf. */
  public static final String DEFAULT_SESSION_HEADER = "X-Correlation-ID";

  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  public TargetPlan {
    urls = List.copyOf(urls);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** Returns the index of the URL for the request with this plan index: URLs are used in turn. */
  public int urlIndexFor(long planIndex) {
    return (int) (planIndex % urls.size());
  }

  public void check(Problems problems) {
    if (urls.isEmpty()) {
      problems.add("Invalid --url: no value (give at least one, such as http://localhost:8000)");
    }
    urls.forEach(url -> checkUrl(url, problems));
    if (path != null && !path.startsWith("/")) {
      problems.invalid("endpoint path", path, "a path that begins with /");
    }
    if (proxy != null && !HttpUrl.isValid(proxy)) {
      problems.invalid("proxy", proxy, "http://, a host, and a port from 1 to 65535");
    }
    if (caCertificates != null) {
      checkAuthorities(caCertificates, problems);
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

  private static void checkAuthorities(String caCertificates, Problems problems) {
    try {
      PemCertificates.read(caCertificates);
    } catch (IllegalArgumentException e) {
      problems.invalid(
          "CA certificates", String.valueOf(e.getMessage()), "at least one certificate as PEM");
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
