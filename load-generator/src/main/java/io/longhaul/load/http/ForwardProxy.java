package io.longhaul.load.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Set;

/**
 * A forward proxy of HTTP.
 *
 * @param authorization what {@code Proxy-Authorization} says to it, a secret; null for nothing
 * @param servers host and port, as they stand in URLs, of those that are asked through it
 */
public record ForwardProxy(String host, int port, String authorization, Set<String> servers) {
  private static final byte[] NO_ADDRESS = new byte[4];

  public ForwardProxy {
    servers = Set.copyOf(servers);
  }

  boolean isUsedFor(URI target) {
    return servers.contains(target.getRawAuthority());
  }

  /** Whether it is asked for a tunnel there; else it is given the request itself. */
  boolean tunnelsTo(URI target) {
    return isUsedFor(target) && "https".equalsIgnoreCase(target.getScheme());
  }

  /** Finds hosts but those that it finds itself, which get an address that is never used. */
  OffLoopResolvers.Lookup lookup(OffLoopResolvers.Lookup system) {
    return name -> isBehind(name) ? nowhere(name) : system.addressesOf(name);
  }

  private boolean isBehind(String name) {
    return !name.equals(host)
        && servers.stream().anyMatch(server -> server.replaceAll(":\\d+$", "").equals(name));
  }

  private static InetAddress[] nowhere(String name) throws UnknownHostException {
    return new InetAddress[] {InetAddress.getByAddress(name, NO_ADDRESS)};
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
