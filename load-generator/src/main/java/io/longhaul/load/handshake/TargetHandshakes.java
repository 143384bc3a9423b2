package io.longhaul.load.handshake;

import io.longhaul.load.handshake.TimedHandshake.Failure;
import io.longhaul.load.time.RunClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/**
 * Handshakes with one target. Its name is looked up once, so that only the handshake is timed; an
 * address that fails makes room for the next one of the same name. For one thread.
 */
final class TargetHandshakes {
  private final HandshakeTarget target;
  private final RunClock clock;

  /** Empty until the name is known. */
  private InetAddress[] addresses = {};

  private int next;

  TargetHandshakes(HandshakeTarget target, RunClock clock) {
    this.target = target;
    this.clock = clock;
  }

  /** Makes a connection and closes it. */
  TimedHandshake make(Duration timeout) {
    long start = clock.nowNanos();
    try {
      InetSocketAddress address = address();
      try (Socket socket = new Socket()) {
        start = clock.nowNanos();
        socket.connect(address, Math.toIntExact(Math.max(1, timeout.toMillis())));
        return ended(start, null);
      }
    } catch (IOException e) {
      next++;
      return ended(
          start, new Failure(e.getClass().getSimpleName(), String.valueOf(e.getMessage())));
    }
  }

  private InetSocketAddress address() throws IOException {
    if (addresses.length == 0) {
      addresses = InetAddress.getAllByName(target.host());
    }
    return new InetSocketAddress(addresses[next % addresses.length], target.port());
  }

  private TimedHandshake ended(long startNanos, Failure failure) {
    long now = clock.nowNanos();
    return new TimedHandshake(target, now, now - startNanos, failure);
  }
}
