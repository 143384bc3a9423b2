package io.longhaul.load.plan;

import java.net.URI;
import java.net.URISyntaxException;

/** Judges whether a text is an absolute HTTP URL with a host. */
final class HttpUrl {
  private HttpUrl() {}

  static boolean isValid(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      return false;
    }
    boolean isHttp =
        "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
    // URI gives -1 for no port at all, and a null host for a port that is not a number.
    boolean portFits = uri.getPort() == -1 || (uri.getPort() >= 1 && uri.getPort() <= 65_535);
    return isHttp && uri.getHost() != null && portFits;
  }
}
