package io.longhaul.load.proxy;

/** How a proxied exchange ended. */
public enum ProxiedExchangeEnd {
  /** The complete response was forwarded. */
  WHOLE,
  /** The client closed its connection before that. */
  CLIENT_LEFT,
  /** The server could not be reached, or closed its connection before that. */
  SERVER_FAILED,
  /** The proxy was closed before that. */
  PROXY_CLOSED
}
