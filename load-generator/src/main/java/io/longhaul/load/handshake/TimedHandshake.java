package io.longhaul.load.handshake;

/**
 * One handshake that was tried.
 *
 * @param atNanos when it ended, by the probe's clock
 * @param tookNanos since it began: the round trip when it succeeded
 * @param failure null when it succeeded
 */
public record TimedHandshake(
    HandshakeTarget target, long atNanos, long tookNanos, Failure failure) {

  /**
   * Why there was no connection.
   *
   * @param type what kind of failure, in Java's words
   */
  public record Failure(String type, String message) {}

  public boolean hasSucceeded() {
    return failure == null;
  }
}
