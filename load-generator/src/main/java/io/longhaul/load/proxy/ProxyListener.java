package io.longhaul.load.proxy;

import java.util.Optional;

/** Hears of every request that comes to a proxy. On its event loop: it must not wait. */
@FunctionalInterface
public interface ProxyListener {

  /**
   * The head of a request has come.
   *
   * @param atNanos when, by the proxy's clock
   * @return who hears what this request and its answer say; empty when nobody needs to
   */
  Optional<ExchangeTap> requestStarted(RequestHead head, long atNanos);
}
