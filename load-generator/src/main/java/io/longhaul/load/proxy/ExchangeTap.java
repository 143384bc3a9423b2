package io.longhaul.load.proxy;

/**
 * Hears what one request and its answer say, while they pass. On the proxy's event loop; it may
 * keep the arrays.
 *
 * <p>Order: bytes of the request, then the head of the answer and its bytes; a server that answers
 * early lets the two mix. {@link #ended} comes last and always.
 */
public interface ExchangeTap {

  /** The next bytes of the request's body, without the framing of HTTP. */
  void requestBody(byte[] bytes);

  /** The head of the answer; not told of an interim one ({@code 100 Continue}). */
  void responseHead(ResponseHead head);

  /** The next bytes of the answer's body, without the framing of HTTP. */
  void responseBody(byte[] bytes);

  /**
   * Nothing more comes.
   *
   * @param atNanos when, by the proxy's clock
   */
  void ended(ProxiedExchangeEnd end, long atNanos);
}
