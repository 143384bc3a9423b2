package io.longhaul.load.plan.server;

import java.net.URI;
import java.net.URISyntaxException;

/** Checks whether a text is an absolute HTTP URL with a host. */
public final class HttpUrl {
  private HttpUrl() {}

  public static boolean isValid(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      return false;
    }
    boolean isHttp =
        "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
    // URI returns port -1 if there is none, and a null host if the port is not a number.
    boolean portFits = uri.getPort() == -1 || (uri.getPort() >= 1 && uri.getPort() <= 65_535);
    return isHttp && uri.getHost() != null && portFits;
  }
}
