package io.longhaul.load.http;

/**
 * Receives the events of one exchange, always on its client's event loop.
 *
 * <p>Order: {@code (connectStarted (connected tlsEnded?)?)? (sent written?)? headers? body* ended};
 * after {@link #retried} the order starts again. {@link #ended} is called exactly once, as the last
 * method. {@code written} is omitted if the response arrives first, {@code sent} if nothing could
 * be written. The times of bytes are read at the head of the channel's pipeline, before any other
 * processing; the event loop itself reads all times.
 *
 * <p>Implementations pass events on and return: no parsing, locks, I/O or exceptions. The methods
 * of this interface do nothing.
 */
public interface ExchangeListener {

  /** Ignores all events. */
  ExchangeListener NONE = new ExchangeListener() {};

  /** A connection is being opened for this exchange. Not called for a reused connection. */
  default void connectStarted(long atNanos) {}

  default void connected(long atNanos) {}

  default void tlsEnded(long atNanos) {}

  /** The first byte of the request leaves the head of the pipeline. */
  default void sent(long atNanos, boolean connectionReused) {}

  /** The last byte of the request was passed to the operating system. */
  default void written(long atNanos, long bytes) {}

  /**
   * The status and headers of the response were read.
   *
   * @param contentType as received, or empty
   */
  default void headers(long atNanos, int status, String contentType) {}

  /**
   * A part of the response body, without transfer encoding.
   *
   * @param read index of the network read, from 0 for the first one of this response; parts with
   *     the same index arrived together and share their time
   * @param bytes owned by the listener
   */
  default void body(long atNanos, int read, byte[] bytes) {}

  /**
   * The server had closed the reused connection before the first byte of a response: the request is
   * sent once more on a new connection.
   */
  default void retried(long atNanos) {}

  default void ended(long atNanos, ExchangeEnd end) {}
}
