package io.longhaul.load.handshake;

/** Receives each handshake; may be called by several threads at the same time. */
@FunctionalInterface
public interface HandshakeListener {
  void handshakeEnded(TimedHandshake handshake);
}
