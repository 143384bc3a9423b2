package io.longhaul.cli.otlp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.TreeMap;

/** The attributes by which a collector distinguishes the processes of Longhaul. */
final class ProcessIdentity {
  private ProcessIdentity() {}

  /**
   * Returns the attributes of this process.
   *
   * @param command its command
   * @param version version of the build
   */
  static Map<String, String> of(String command, String version) {
    String host = hostname();
    Map<String, String> attributes = new TreeMap<>();
    attributes.put("service.name", "longhaul");
    attributes.put("service.version", version);
    attributes.put("service.instance.id", host + "-" + ProcessHandle.current().pid());
    attributes.put("host.name", host);
    attributes.put("longhaul.command", command);
    return attributes;
  }

  /** Returns the attributes of this process, which coordinates a run. */
  static Map<String, String> ofRun(String runId, String version) {
    Map<String, String> attributes = of("profile", version);
    attributes.put("longhaul.run.id", runId);
    return attributes;
  }

  private static String hostname() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
