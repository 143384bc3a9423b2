package io.longhaul.load.record;

import io.longhaul.load.publish.LanePublisher;
import java.util.ArrayList;
import java.util.List;

/** Stores the events of a lane; tests set its acknowledgements. For one thread. */
final class RecordingLanePublisher implements LanePublisher {
  private final List<LaneEvent> events = new ArrayList<>();
  private final List<Long> lost = new ArrayList<>();
  private boolean full;
  private long ackedBelow;

  List<LaneEvent> events() {
    return events;
  }

  <T> List<T> eventsOf(Class<T> type) {
    return events.stream().map(LaneEvent::event).filter(type::isInstance).map(type::cast).toList();
  }

  void becomesFull(boolean isFull) {
    full = isFull;
  }

  void acknowledgesBelow(long seq) {
    ackedBelow = seq;
  }

  void loses(long seq) {
    lost.add(seq);
  }

  @Override
  public boolean offer(long seq, byte[] key, byte[] value) {
    if (!full) {
      events.add(LaneEvent.decode(key, value));
    }
    return !full;
  }

  @Override
  public long ackedBelow() {
    return ackedBelow;
  }

  @Override
  public long unacked() {
    return events.size() - ackedBelow;
  }

  @Override
  public boolean isCrowded() {
    return full;
  }

  @Override
  public List<Long> takeLost() {
    List<Long> sentIn = List.copyOf(lost);
    lost.clear();
    return sentIn;
  }
}
