package io.longhaul.load.handshake;

import java.time.Duration;
import java.util.List;

/**
 * With whom handshakes are made, and how often.
 *
 * @param interval between two with the same target
 */
public record HandshakePlan(List<HandshakeTarget> targets, Duration interval) {
  public static final HandshakePlan NONE = new HandshakePlan(List.of(), Duration.ZERO);

  public HandshakePlan {
    targets = List.copyOf(targets);
  }
}
