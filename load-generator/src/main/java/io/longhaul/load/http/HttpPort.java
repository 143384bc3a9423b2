package io.longhaul.load.http;

import java.net.URI;

/** The port of an HTTP URL. The scheme may be written in upper or lower case. */
public final class HttpPort {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  private HttpPort() {}

  /** Returns the port of a URL, or the default port of its scheme. */
  public static int of(URI url) {
    if (url.getPort() >= 0) {
      return url.getPort();
    }
    return isSecure(url) ? HTTPS : HTTP;
  }

  static boolean isSecure(URI url) {
    return "https".equalsIgnoreCase(url.getScheme());
  }
}
