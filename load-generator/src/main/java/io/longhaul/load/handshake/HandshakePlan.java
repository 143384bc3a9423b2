package io.longhaul.load.handshake;

import java.time.Duration;
import java.util.List;

/**
 * The targets and the interval of handshakes.
 *
 * @param interval time between two handshakes with the same target
 */
public record HandshakePlan(List<HandshakeTarget> targets, Duration interval) {
  public static final HandshakePlan NONE = new HandshakePlan(List.of(), Duration.ZERO);

  public HandshakePlan {
    targets = List.copyOf(targets);
  }
}
