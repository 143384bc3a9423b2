package io.longhaul.load.proxy;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;

/**
 * The parts of a request head that a listener receives. They cannot contain secrets: the query and
 * all other headers are omitted.
 *
 * @param path path without the query
 * @param contentEncoding the {@code Content-Encoding}, or empty
 * @param correlationId the {@code X-Correlation-ID}, or empty
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
