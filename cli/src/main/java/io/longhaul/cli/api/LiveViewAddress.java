package io.longhaul.cli.api;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The address of a live view on this machine, with its token. The parent of a series chooses one
 * for all runs, so that a page that is open shows the next run, too.
 *
 * @param port the port, which the parent holds; 0 for any free port
 */
public record LiveViewAddress(int port, AccessToken token) {
  private static final String PROPERTY = "longhaul.liveView";
  private static final String BETWEEN = " ";

  private static LiveViewAddress ofOneRun() {
    return new LiveViewAddress(0, AccessToken.random());
  }

  /** Returns the address that the parent of the series has chosen, or a new one. */
  public static LiveViewAddress ofThisProcess() {
    String given = System.getProperty(PROPERTY);
    return given == null ? ofOneRun() : parse(given);
  }

  private static LiveViewAddress parse(String line) {
    String[] parts = line.split(BETWEEN, 2);
    return new LiveViewAddress(Integer.parseInt(parts[0]), new AccessToken(parts[1]));
  }

  /** Returns the address as a line for the process of a run. It contains the token. */
  public String toLine() {
    return port + BETWEEN + token.text();
  }

  /** Sets the address of this process from the line of its parent. */
  public static void receive(String line) {
    System.setProperty(PROPERTY, line);
  }

  /** Returns whether the parent holds the port. */
  boolean isHeld() {
    return port != 0;
  }

  InetSocketAddress socketAddress() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }
}
