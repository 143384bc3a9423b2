package io.longhaul.load.keep;

/**
 * Collects one exchange and stores it at its end. Order of calls: {@code head? (body text*)* text*
 * (ended | lost)}. For the recording thread of its lane; never blocks. The methods of this
 * interface do nothing.
 */
public interface ExchangeCollector {

  /** Stores nothing. */
  ExchangeCollector NONE = new ExchangeCollector() {};

  /**
   * Called with the response headers.
   *
   * @param contentType as received, or empty
   */
  default void head(String contentType) {}

  /**
   * Called with a part of the response body.
   *
   * @param atNanos time by the process's clock
   * @param bytes not copied, and must not change
   */
  default void body(long atNanos, byte[] bytes) {}

  /** Called with a part of the response text, as decoded from its body; may be empty. */
  default void text(String text) {}

  /** Called when the exchange is complete. */
  default void ended() {}

  /** Called if the exchange has ended but parts of it were lost: it is not stored. */
  default void lost() {}
}
