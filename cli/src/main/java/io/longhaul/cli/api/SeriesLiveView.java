package io.longhaul.cli.api;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * The live view of a series of runs, in their parent process. All runs have their live view at one
 * address. Between two runs, its port stays bound, but does not accept connections, so that no
 * other user of the machine can take it and receive the token from a page that is open. The runs
 * may bind it, too, because they belong to the same user.
 */
public final class SeriesLiveView implements Closeable {
  private final LiveViewAddress address;
  private final SocketChannel port;

  private SeriesLiveView(LiveViewAddress address, SocketChannel port) {
    this.address = address;
    this.port = port;
  }

  /**
   * Chooses a free port and a token. On a system without shared ports (Windows), or without a free
   * port, each run has an address of its own.
   */
  public static SeriesLiveView open() {
    try {
      SocketChannel port = SocketChannel.open();
      return new SeriesLiveView(
          new LiveViewAddress(bind(port) ? portOf(port) : 0, AccessToken.random()), port);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open a socket: " + e.getMessage(), e);
    }
  }

  /** Returns whether the port is bound in a way that permits the runs to bind it. */
  private static boolean bind(SocketChannel port) {
    if (!port.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT)) {
      return false;
    }
    try {
      port.setOption(StandardSocketOptions.SO_REUSEPORT, true);
      port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      return true;
    } catch (IOException e) {
      return false; // each run tries again, and reports the problem
    }
  }

  private static int portOf(SocketChannel port) throws IOException {
    return ((InetSocketAddress) port.getLocalAddress()).getPort();
  }

  /** Returns the address. */
  public LiveViewAddress address() {
    return address;
  }

  /** Releases the port. */
  @Override
  public void close() {
    try {
      port.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close a socket: " + e.getMessage(), e);
    }
  }
}
