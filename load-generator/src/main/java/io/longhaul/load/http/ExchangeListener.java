package io.longhaul.load.http;

/**
 * What is heard of one exchange, always on the loop of its client.
 *
 * <p>Order: {@code (connectStarted (connected tlsEnded?)?)? (sent written?)? headers? body* ended};
 * after {@link #retried} the order begins again. {@link #ended} comes exactly once and is the last
 * call. {@code written} is left out when the answer overtakes it, {@code sent} when nothing could
 * be written any more. The times of bytes were read at the head of the channel's pipeline, before
 * anything else happened with them; every time is one that the loop itself read.
 *
 * <p>An implementation hands over and returns: no parsing, no locks, no I/O, no exceptions.
 */
public interface ExchangeListener {

  /** Hears nothing. */
  ExchangeListener NONE =
      new ExchangeListener() {
        @Override
        public void connectStarted(long atNanos) {}

        @Override
        public void connected(long atNanos) {}

        @Override
        public void tlsEnded(long atNanos) {}

        @Override
        public void sent(long atNanos, boolean connectionReused) {}

        @Override
        public void written(long atNanos, long bytes) {}

        @Override
        public void headers(long atNanos, int status, String contentType) {}

        @Override
        public void body(long atNanos, int read, byte[] bytes) {}

        @Override
        public void retried(long atNanos) {}

        @Override
        public void ended(long atNanos, ExchangeEnd end) {}
      };

  /** A connection is being made for this exchange. Not called for a kept one. */
  void connectStarted(long atNanos);

  void connected(long atNanos);

  void tlsEnded(long atNanos);

  /** The request's first byte leaves the head of the pipeline. */
  void sent(long atNanos, boolean connectionReused);

  /** The request's last byte was handed to the operating system. */
  void written(long atNanos, long bytes);

  /**
   * The head of the answer was read.
   *
   * @param contentType as sent, or empty
   */
  void headers(long atNanos, int status, String contentType);

  /**
   * A part of the answer's body, without its transfer coding.
   *
   * @param read ordinal of the network read, from 0 for the first one of this answer; parts with
   *     the same ordinal came together and share their time
   * @param bytes belong to the listener
   */
  void body(long atNanos, int read, byte[] bytes);

  /**
   * A kept connection had been closed by the server before the first byte of an answer: the request
   * goes out once more on a fresh one.
   */
  void retried(long atNanos);

  void ended(long atNanos, ExchangeEnd end);
}
