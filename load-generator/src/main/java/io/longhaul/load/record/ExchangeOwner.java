package io.longhaul.load.record;

import io.longhaul.load.http.ExchangeEnd;

/** Who sent the request of a recorder. */
public interface ExchangeOwner {

  /** Its first byte leaves now. On the loop; once for each try that comes so far. */
  void sent(ExchangeRecorder recorder, long atNanos);

  /**
   * It is fully sent; when the answer overtakes that, as soon as its head is there. On the loop, at
   * least once of each request that is sent, at most once for each of the two.
   */
  void written(ExchangeRecorder recorder, long atNanos);

  /**
   * It ended, and the end is recorded. On the loop; exactly once.
   *
   * @param end how it ended on the network
   */
  void ended(ExchangeRecorder recorder, long atNanos, ExchangeEnd end);

  /**
   * Its answer cannot be read on: the exchange should be cancelled, so that the server stops. On
   * the recording thread, at most once, perhaps after the end.
   */
  void unreadable(ExchangeRecorder recorder);
}
