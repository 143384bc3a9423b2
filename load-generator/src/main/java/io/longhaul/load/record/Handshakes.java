package io.longhaul.load.record;

import io.longhaul.load.handshake.HandshakeTarget;
import io.longhaul.load.handshake.TimedHandshake;
import io.longhaul.wire.Handshake;

/** Converts handshakes to their wire format. */
final class Handshakes {
  private Handshakes() {}

  /**
   * @param atLaneNanos end of the handshake in lane time
   */
  static Handshake toWire(TimedHandshake handshake, long atLaneNanos) {
    HandshakeTarget target = handshake.target();
    TimedHandshake.Failure failure = handshake.failure();
    return Handshake.newBuilder()
        .setAtNs(atLaneNanos)
        .setTookNs(handshake.tookNanos())
        .setUrl(target.url())
        .setHost(target.host())
        .setPort(target.port())
        .setErrorType(failure == null ? null : failure.type())
        .setErrorMessage(failure == null ? null : failure.message())
        .build();
  }
}
