package io.longhaul.load.http;

import io.netty.handler.codec.http2.Http2Headers;
import java.util.Optional;
import java.util.Set;

/**
 * Headers and trailers of requests and responses on an HTTP/2 stream, as plain HTTP or gRPC defines
 * them. Stateless.
 */
interface Http2Framing {

  /** Headers of HTTP/1.1 that HTTP/2 replaces by other means. */
  Set<String> HTTP_1_HEADERS =
      Set.of(
          "connection",
          "content-length",
          "host",
          "keep-alive",
          "proxy-connection",
          "te",
          "transfer-encoding",
          "upgrade");

  /** Returns the headers of a request. */
  Http2Headers headersOf(OutgoingRequest request);

  /** Returns why a response with these headers is rejected; empty if it is accepted. */
  Optional<ExchangeEnd> refusal(int status, Http2Headers headers);

  /**
   * Returns the end of a call that ends with headers.
   *
   * @param trailers the last headers, which may be the headers of a response without a body
   */
  ExchangeEnd endWithTrailers(int status, Http2Headers trailers);

  /** Returns the end of a call that ends with its body. */
  ExchangeEnd endWithBody(int status);
}
