package io.longhaul.load.http;

import io.netty.handler.codec.http2.Http2Headers;
import java.util.Optional;

/**
 * What is said beside bodies on a stream of HTTP/2: in HTTP's own words or in gRPC's. Without
 * state.
 */
interface CallWords {

  /** What a request begins with. */
  Http2Headers headersOf(OutgoingRequest request);

  /** Why an answer that begins like this is not read; empty when it is. */
  Optional<String> refusal(int status, Http2Headers head);

  /**
   * How a call ends.
   *
   * @param trailers the last that came, which may be the head of an answer without a body
   */
  ExchangeEnd endWith(int status, Http2Headers trailers);

  /** How a call ends when its last bytes were those of the body. */
  ExchangeEnd endOfBody(int status);
}
