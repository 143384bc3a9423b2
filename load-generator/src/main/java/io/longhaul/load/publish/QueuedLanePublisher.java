package io.longhaul.load.publish;

import java.util.List;

/** Puts a lane's records into the queue and tracks their acknowledgements. */
final class QueuedLanePublisher implements LanePublisher {
  private final String topic;
  private final int partition;
  private final RecordQueue queue;
  private final Acknowledgements acknowledgements = new Acknowledgements();

  QueuedLanePublisher(String topic, int partition, RecordQueue queue) {
    this.topic = topic;
    this.partition = partition;
    this.queue = queue;
  }

  String topic() {
    return topic;
  }

  int partition() {
    return partition;
  }

  @Override
  public boolean offer(long seq, byte[] key, byte[] value) {
    // Counted first, because it may be acknowledged before offer returns.
    acknowledgements.offered();
    if (queue.offer(new PendingRecord(this, seq, key, value))) {
      return true;
    }
    acknowledgements.refused(seq);
    return false;
  }

  void acknowledged(PendingRecord record, long seq) {
    acknowledgements.acknowledged(seq);
    queue.settled(record);
  }

  void lost(PendingRecord record, long seq) {
    acknowledgements.lost(seq);
    queue.settled(record);
  }

  @Override
  public long ackedBelow() {
    return acknowledgements.settledBelow();
  }

  @Override
  public long unacked() {
    return acknowledgements.unsettled();
  }

  @Override
  public boolean isCrowded() {
    return queue.isCrowded();
  }

  @Override
  public List<Long> takeLost() {
    return acknowledgements.takeLost();
  }
}
