package io.longhaul.load.scrape.nvml;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name of this machine. */
final class HostName {
  private HostName() {}

  /** Returns the host name; empty if the system does not report one. */
  static String ofThisMachine() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "";
    }
  }
}
