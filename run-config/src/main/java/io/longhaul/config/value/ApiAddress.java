package io.longhaul.config.value;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The address of the HTTP API of a run.
 *
 * @param host an address, or a name of this machine; IPv6 without brackets
 * @param port the port, or 0 for any free port
 */
public record ApiAddress(String host, int port) {

  /**
   * Returns the socket address to bind to.
   *
   * @throws UnknownHostException if the host is neither an address nor a known name
   */
  public InetSocketAddress resolved() throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByName(host), port);
  }
}
