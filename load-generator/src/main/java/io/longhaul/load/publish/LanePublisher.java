package io.longhaul.load.publish;

import java.util.List;

/**
 * The way out of one lane's records. {@link #offer} and {@link #takeLost} belong to the lane's one
 * thread; the rest is for any thread.
 */
public interface LanePublisher {

  /**
   * Takes a record, or refuses it when there is no room. Never waits.
   *
   * @param seq one more than at the call before; refused records count too
   * @return false when it was refused: then it is lost, and the lane has to say so
   */
  boolean offer(long seq, byte[] key, byte[] value);

  /** Every smaller seq was acknowledged, or is lost. */
  long ackedBelow();

  /** Records that were taken and are neither acknowledged nor lost. */
  long unacked();

  /** Whether the room is so scarce that no new load should be made. */
  boolean isCrowded();

  /** The seqs of records that were taken and then lost, ascending; each is told once. */
  List<Long> takeLost();
}
