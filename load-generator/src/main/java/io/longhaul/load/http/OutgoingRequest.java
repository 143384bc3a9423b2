package io.longhaul.load.http;

import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * A POST, or a GET, as it goes onto the wire.
 *
 * @param headers names and values in order; the client adds Host and Content-Length, and where they
 *     are missing Accept and User-Agent; its own Accept-Encoding: identity replaces any other
 * @param body not copied; must not change any more. Null makes it a GET
 * @param timeoutNanos from the first try until the last byte of the answer; 0 = none
 * @param owner whose connection it goes out on; null for one that all such requests share
 */
public record OutgoingRequest(
    URI target,
    List<Map.Entry<String, String>> headers,
    byte[] body,
    long timeoutNanos,
    ConnectionOwner owner) {

  /** A request on a connection that is shared. */
  public OutgoingRequest(
      URI target, List<Map.Entry<String, String>> headers, byte[] body, long timeoutNanos) {
    this(target, headers, body, timeoutNanos, null);
  }

  /** A GET. */
  public static OutgoingRequest get(
      URI target, List<Map.Entry<String, String>> headers, long timeoutNanos) {
    return new OutgoingRequest(target, headers, null, timeoutNanos, null);
  }
}
