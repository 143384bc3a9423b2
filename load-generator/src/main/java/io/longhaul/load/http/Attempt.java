package io.longhaul.load.http;

/** One try of a request. On the loop. */
interface Attempt {

  void start();

  /** Gives up; nothing more is told of this try. */
  void abandon();

  /** Makes the tries of a request. */
  interface Maker {
    /**
     * @param exchange is told how the try ended
     * @param fresh whether it must have a connection of its own making
     */
    Attempt attempt(HttpExchange exchange, ExchangeListener listener, boolean fresh);
  }
}
