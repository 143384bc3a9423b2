package io.longhaul.load.record;

import io.longhaul.load.handshake.HandshakeTarget;
import io.longhaul.load.handshake.TimedHandshake;
import io.longhaul.wire.Handshake;

/** A handshake in the wire's words. */
final class Handshakes {
  private Handshakes() {}

  /**
   * @param atLaneNanos when it ended, in the lane's time
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
