package io.longhaul.load.proxy;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;

/**
 * What a listener is told of the head of an answer.
 *
 * @param contentType empty when the server did not say
 * @param contentEncoding how the body is packed; empty for not at all
 */
public record ResponseHead(int status, String contentType, String contentEncoding) {

  static ResponseHead of(HttpResponse response) {
    return new ResponseHead(
        response.status().code(),
        response.headers().get(HttpHeaderNames.CONTENT_TYPE, ""),
        response.headers().get(HttpHeaderNames.CONTENT_ENCODING, ""));
  }
}
