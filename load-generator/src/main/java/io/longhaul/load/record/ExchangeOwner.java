package io.longhaul.load.record;

/** Who sent the request of a recorder. */
public interface ExchangeOwner {

  /** It ended, and the end is recorded. On the loop; exactly once. */
  void ended(ExchangeRecorder recorder, long atNanos);

  /**
   * Its answer cannot be read on: the exchange should be cancelled, so that the server stops. On
   * the recording thread, at most once, perhaps after the end.
   */
  void unreadable(ExchangeRecorder recorder);
}
