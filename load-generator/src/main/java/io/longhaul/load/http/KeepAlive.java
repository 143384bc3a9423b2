package io.longhaul.load.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header {@code Keep-Alive: timeout=5, max=100}: how long a server keeps an idle connection.
 */
final class KeepAlive {

  /** A request that sets out just before the server closes would meet a closed door. */
  static final long MARGIN_NANOS = 500_000_000;

  private static final Pattern TIMEOUT =
      Pattern.compile("(?:^|[,;\\s])timeout\\s*=\\s*\"?(\\d{1,9})", Pattern.CASE_INSENSITIVE);
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private KeepAlive() {}

  /**
   * How long an idle connection may be used again: what the server promised, less a margin; {@link
   * Long#MAX_VALUE} when it promised nothing.
   */
  static long timeoutNanos(HttpHeaders headers) {
    String value = headers.get("Keep-Alive");
    if (value == null) {
      return Long.MAX_VALUE;
    }
    Matcher timeout = TIMEOUT.matcher(value);
    if (!timeout.find()) {
      return Long.MAX_VALUE;
    }
    return Math.max(0, Long.parseLong(timeout.group(1)) * NANOS_PER_SECOND - MARGIN_NANOS);
  }
}
