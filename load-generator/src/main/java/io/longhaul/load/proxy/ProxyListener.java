package io.longhaul.load.proxy;

import java.util.Optional;

/**
 * Receives each request that arrives at a proxy. Called on the proxy's event loop, so it must not
 * block.
 */
@FunctionalInterface
public interface ProxyListener {

  /**
   * Called when the head of a request has been received.
   *
   * @param atNanos time of arrival, on the proxy's clock
   * @return the tap that receives the bodies of this request and its response; empty if they are
   *     not needed
   */
  Optional<ExchangeTap> requestStarted(RequestHead head, long atNanos);
}
