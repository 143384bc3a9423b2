package io.longhaul.cli.options;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Where a run tells over HTTP how it goes.
 *
 * @param host an address, or a name of this machine; IPv6 without brackets
 * @param port 0 for any free one
 */
public record ApiAddress(String host, int port) {

  /**
   * As it can be listened on.
   *
   * @throws UnknownHostException when the host is neither an address nor a name that is known
   */
  public InetSocketAddress resolved() throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByName(host), port);
  }
}
