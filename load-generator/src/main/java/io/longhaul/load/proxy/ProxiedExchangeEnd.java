package io.longhaul.load.proxy;

/** How a passage ended. */
public enum ProxiedExchangeEnd {
  /** The answer passed whole. */
  WHOLE,
  /** The client closed its connection before. */
  CLIENT_LEFT,
  /** The server could not be reached, or closed its connection before. */
  SERVER_FAILED,
  /** The proxy was closed before. */
  PROXY_CLOSED
}
