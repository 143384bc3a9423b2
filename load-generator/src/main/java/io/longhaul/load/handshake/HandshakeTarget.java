package io.longhaul.load.handshake;

import io.longhaul.load.http.HttpPort;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A host and port of the load's targets.
 *
 * @param url URL of the first target there, without user and query, which may be secrets
 */
public record HandshakeTarget(String url, String host, int port) {
  /** Returns one target per host and port of these URLs, in their order. */
  public static List<HandshakeTarget> among(List<String> urls) {
    Map<String, HandshakeTarget> targets = new LinkedHashMap<>();
    for (String url : urls) {
      HandshakeTarget target = of(URI.create(url));
      targets.putIfAbsent(target.host + ":" + target.port, target);
    }
    return new ArrayList<>(targets.values());
  }

  private static HandshakeTarget of(URI url) {
    String port = url.getPort() < 0 ? "" : ":" + url.getPort();
    return new HandshakeTarget(
        url.getScheme() + "://" + url.getHost() + port + url.getRawPath(),
        url.getHost().replaceAll("^\\[|\\]$", ""),
        HttpPort.of(url));
  }
}
