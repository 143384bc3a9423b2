package io.longhaul.load.handshake;

import org.jspecify.annotations.Nullable;

/**
 * One attempted handshake.
 *
 * @param atNanos when it ended, by the probe's clock
 * @param tookNanos its duration: the round trip if it succeeded
 * @param failure null if it succeeded
 */
public record TimedHandshake(
    HandshakeTarget target, long atNanos, long tookNanos, @Nullable Failure failure) {

  /**
   * Why the handshake failed.
   *
   * @param type simple name of the Java exception
   */
  public record Failure(String type, String message) {}
}
