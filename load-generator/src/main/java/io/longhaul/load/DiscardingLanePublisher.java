package io.longhaul.load;

import io.longhaul.load.publish.LanePublisher;
import java.util.List;

/** Discards the events of a rehearsal and acknowledges them. */
final class DiscardingLanePublisher implements LanePublisher {
  private volatile long accepted;

  @Override
  public boolean offer(long seq, byte[] key, byte[] value) {
    accepted = seq + 1;
    return true;
  }

  @Override
  public long ackedBelow() {
    return accepted;
  }

  @Override
  public long unacked() {
    return 0;
  }

  @Override
  public boolean isCrowded() {
    return false;
  }

  @Override
  public List<Long> takeLost() {
    return List.of();
  }
}
