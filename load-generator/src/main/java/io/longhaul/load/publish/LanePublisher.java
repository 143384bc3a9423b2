package io.longhaul.load.publish;

import java.util.List;

/**
 * Publishes the records of one lane. {@link #offer} and {@link #takeLost} belong to the lane's one
 * thread; the other methods may be called from any thread.
 */
public interface LanePublisher {

  /**
   * Accepts a record, or rejects it if there is no space or the publisher is closed. Never blocks.
   *
   * @param seq sequence number, one more than in the previous call; rejected records count, too
   * @return false if it was rejected: then it is lost, and the lane has to declare it
   */
  boolean offer(long seq, byte[] key, byte[] value);

  /** Returns a sequence number below which every record is acknowledged or lost. */
  long ackedBelow();

  /** Returns the number of accepted records that are neither acknowledged nor lost. */
  long unacked();

  /** Returns whether there is so little space that no new requests should start. */
  boolean isCrowded();

  /**
   * Returns the sequence numbers of accepted records that were lost, in ascending order; each one
   * once.
   */
  List<Long> takeLost();
}
