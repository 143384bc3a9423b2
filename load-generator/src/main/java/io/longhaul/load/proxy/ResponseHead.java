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

  static ResponseHead of(HttpResponse answer) {
    return new ResponseHead(
        answer.status().code(),
        answer.headers().get(HttpHeaderNames.CONTENT_TYPE, ""),
        answer.headers().get(HttpHeaderNames.CONTENT_ENCODING, ""));
  }
}
