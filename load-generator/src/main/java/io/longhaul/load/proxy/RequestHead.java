package io.longhaul.load.proxy;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;

/**
 * What a listener is told of the head of a request: nothing that could be a secret, so neither the
 * query nor the other headers.
 *
 * @param path without the query
 * @param contentEncoding how the body is packed; empty for not at all
 * @param correlationId {@code X-Correlation-ID}, or empty
 */
public record RequestHead(
    String method, String path, String contentEncoding, String correlationId) {
  private static final String CORRELATION_ID = "X-Correlation-ID";

  static RequestHead of(HttpRequest request) {
    String uri = request.uri();
    int query = uri.indexOf('?');
    return new RequestHead(
        request.method().name(),
        query < 0 ? uri : uri.substring(0, query),
        request.headers().get(HttpHeaderNames.CONTENT_ENCODING, ""),
        request.headers().get(CORRELATION_ID, ""));
  }
}
