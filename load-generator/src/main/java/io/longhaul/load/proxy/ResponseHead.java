package io.longhaul.load.proxy;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;

/**
 * The parts of a response head that a listener receives.
 *
 * @param contentType the {@code Content-Type}, or empty
 * @param contentEncoding the {@code Content-Encoding}, or empty
 */
public record ResponseHead(int status, String contentType, String contentEncoding) {

  static ResponseHead of(HttpResponse response) {
    return new ResponseHead(
        response.status().code(),
        response.headers().get(HttpHeaderNames.CONTENT_TYPE, ""),
        response.headers().get(HttpHeaderNames.CONTENT_ENCODING, ""));
  }
}
