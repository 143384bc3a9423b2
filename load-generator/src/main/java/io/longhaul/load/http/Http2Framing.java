package io.longhaul.load.http;

import io.netty.handler.codec.http2.Http2Headers;
import java.util.Optional;
import java.util.Set;

/**
 * What is said beside bodies on a stream of HTTP/2: in HTTP's own words or in gRPC's. Without
 * state.
 */
interface Http2Framing {

  /** Headers for which HTTP/2 has other means. */
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

  /** What a request begins with. */
  Http2Headers headersOf(OutgoingRequest request);

  /** Why an answer that begins like this is not read; empty when it is. */
  Optional<ExchangeEnd> refusal(int status, Http2Headers head);

  /**
   * How a call ends.
   *
   * @param trailers the last that came, which may be the head of an answer without a body
   */
  ExchangeEnd endWith(int status, Http2Headers trailers);

  /** How a call ends when its last bytes were those of the body. */
  ExchangeEnd endOfBody(int status);
}
