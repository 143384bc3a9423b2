package io.longhaul.load.handshake;

/** Hears of each handshake; of several targets at the same time. */
@FunctionalInterface
public interface HandshakeListener {
  void handshakeEnded(TimedHandshake handshake);
}
