package io.longhaul.load.record;

import io.longhaul.load.http.ExchangeEnd;

/** The sender of a recorded request. */
public interface ExchangeOwner {

  /**
   * The first byte of the request leaves now. On the event loop; once per attempt that gets this
   * far.
   */
  void sent(ExchangeRecorder recorder, long atNanos);

  /**
   * The request is fully sent; if the response arrives earlier, called when its headers arrive. On
   * the event loop; at least once per sent request, and at most once for each of these two events.
   */
  void written(ExchangeRecorder recorder, long atNanos);

  /**
   * The request has ended, and its end is recorded. On the event loop; exactly once.
   *
   * @param end how it ended on the network
   */
  void ended(ExchangeRecorder recorder, long atNanos, ExchangeEnd end);

  /**
   * The rest of the response is ignored, so the exchange should be cancelled to stop the server. On
   * the recording thread, at most once, possibly after the end.
   */
  void unreadable(ExchangeRecorder recorder);
}
