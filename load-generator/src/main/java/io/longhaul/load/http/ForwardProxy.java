package io.longhaul.load.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP forward proxy.
 *
 * @param authorization value of {@code Proxy-Authorization}, a secret; null for none
 * @param servers authorities (host and port as in URLs) of the servers that are reached through it
 */
public record ForwardProxy(
    String host, int port, @Nullable String authorization, Set<String> servers) {
  private static final byte[] NO_ADDRESS = new byte[4];

  public ForwardProxy {
    servers = Set.copyOf(servers);
  }

  boolean isUsedFor(URI target) {
    return servers.contains(target.getRawAuthority());
  }

  /**
   * Returns whether it tunnels requests to this URL; otherwise it receives the requests themselves.
   */
  boolean tunnelsTo(URI target) {
    return isUsedFor(target) && "https".equalsIgnoreCase(target.getScheme());
  }

  /** Wraps a lookup. Hosts that the proxy resolves itself get an address that is never used. */
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

  /** Omits the secret. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
