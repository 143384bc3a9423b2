package io.longhaul.load.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header {@code Keep-Alive: timeout=5, max=100}: how long a server keeps an idle connection
 * open.
 */
final class KeepAlive {

  /**
   * Margin, because a request that leaves just before the server closes would meet a closed
   * connection.
   */
  static final long MARGIN_NANOS = 500_000_000;

  private static final Pattern TIMEOUT =
      Pattern.compile("(?:^|[,;\\s])timeout\\s*=\\s*\"?(\\d{1,9})", Pattern.CASE_INSENSITIVE);
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private KeepAlive() {}

  /**
   * Returns how long an idle connection may be reused: the announced timeout minus a margin; {@link
   * Long#MAX_VALUE} if the server announced none.
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
