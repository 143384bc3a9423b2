package io.longhaul.load.handshake;

import io.longhaul.load.handshake.TimedHandshake.Failure;
import io.longhaul.load.time.RunClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/**
 * Makes handshakes with one target. Its name is resolved once, so that only the handshake is timed.
 * After a failure, the next address of the name is used. For one thread.
 */
final class TargetHandshakes {
  private final HandshakeTarget target;
  private final RunClock clock;

  /** Empty until the name is resolved. */
  private InetAddress[] addresses = {};

  private int next;

  TargetHandshakes(HandshakeTarget target, RunClock clock) {
    this.target = target;
    this.clock = clock;
  }

  /** Opens a connection and closes it. */
  TimedHandshake connect(Duration timeout) {
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
