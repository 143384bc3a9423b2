package io.longhaul.load.http;

import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * A POST as it goes onto the wire.
 *
 * @param headers names and values in order; the client adds Host, Content-Length and
 *     Accept-Encoding: identity
 * @param body not copied; must not change any more
 * @param timeoutNanos from the first try until the last byte of the answer; 0 = none
 */
public record OutgoingRequest(
    URI target, List<Map.Entry<String, String>> headers, byte[] body, long timeoutNanos) {}
