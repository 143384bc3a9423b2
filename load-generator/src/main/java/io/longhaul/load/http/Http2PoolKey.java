package io.longhaul.load.http;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the HTTP/2 connections that requests share: by server and owner.
 *
 * @param owner null for requests without an owner
 */
record Http2PoolKey(String host, int port, boolean secure, @Nullable String owner) {
  static Http2PoolKey of(OutgoingRequest request) {
    URI target = request.target();
    return new Http2PoolKey(
        target.getHost(),
        HttpPort.of(target),
        HttpPort.isSecure(target),
        request.owner() == null ? null : request.owner().name());
  }
}
