package io.longhaul.load.proxy;

/**
 * Receives the bytes of one request and its response as they pass. Called on the proxy's event
 * loop. An implementation may retain the arrays.
 *
 * <p>Order: the bytes of the request, then the head of the response, then its bytes. If a server
 * responds early, bytes of the request can follow the head of the response. {@link #ended} is
 * always called, and always last.
 */
public interface ExchangeTap {

  /** Receives the next bytes of the request body, without HTTP framing. */
  void requestBody(byte[] bytes);

  /**
   * Receives the head of the final response. Not called for interim responses ({@code 100
   * Continue}).
   */
  void responseHead(ResponseHead head);

  /** Receives the next bytes of the response body, without HTTP framing. */
  void responseBody(byte[] bytes);

  /**
   * Called once, when the exchange has ended.
   *
   * @param atNanos time of the end, on the proxy's clock
   */
  void ended(ProxiedExchangeEnd end, long atNanos);
}
