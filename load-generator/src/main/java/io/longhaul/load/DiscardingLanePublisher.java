package io.longhaul.load;

import io.longhaul.load.publish.LanePublisher;
import java.util.List;

/** Where the events of a rehearsal go: nowhere. */
final class DiscardingLanePublisher implements LanePublisher {
  private volatile long taken;

  @Override
  public boolean offer(long seq, byte[] key, byte[] value) {
    taken = seq + 1;
    return true;
  }

  @Override
  public long ackedBelow() {
    return taken;
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
