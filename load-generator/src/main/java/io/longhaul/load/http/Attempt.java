package io.longhaul.load.http;

/** One attempt to send a request. Belongs to the event loop. */
interface Attempt {

  void start();

  /** Aborts the attempt; it reports nothing more. */
  void abandon();

  /** Creates the attempts of a request. */
  interface Factory {
    /**
     * Creates an attempt.
     *
     * @param exchange receives the end of the attempt
     * @param fresh whether the attempt needs a new connection
     */
    Attempt create(Exchanges.HttpExchange exchange, ExchangeListener listener, boolean fresh);
  }
}
