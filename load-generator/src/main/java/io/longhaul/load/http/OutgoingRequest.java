package io.longhaul.load.http;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A POST or GET request as it is sent.
 *
 * @param headers names and values in order; the client adds Host and Content-Length and, if
 *     missing, Accept and User-Agent; it replaces any Accept-Encoding with identity
 * @param body not copied, and must not change; null for a GET
 * @param timeoutNanos from the first attempt to the last byte of the response; 0 for none
 * @param owner owner of the connection; null for connections without an owner
 */
public record OutgoingRequest(
    URI target,
    List<Map.Entry<String, String>> headers,
    byte @Nullable [] body,
    long timeoutNanos,
    @Nullable ConnectionOwner owner) {

  /** Creates a request on a shared connection. */
  public OutgoingRequest(
      URI target, List<Map.Entry<String, String>> headers, byte[] body, long timeoutNanos) {
    this(target, headers, body, timeoutNanos, null);
  }

  /** Returns a GET request. */
  public static OutgoingRequest get(
      URI target, List<Map.Entry<String, String>> headers, long timeoutNanos) {
    return new OutgoingRequest(target, headers, null, timeoutNanos, null);
  }
}
