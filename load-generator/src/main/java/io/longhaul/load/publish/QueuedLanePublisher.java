package io.longhaul.load.publish;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Puts a lane's records into the queue, and tracks which of them are settled: acknowledged, rejected
 * or lost, in any order. Any thread.
 */
final class QueuedLanePublisher implements LanePublisher {
  private final String topic;
  private final int partition;
  private final RecordQueue queue;
  private final BitSet settledFromBase = new BitSet();
  private final List<Long> lost = new ArrayList<>();
  private long base;
  private long offered;
  private long settled;

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
    countOffered();
    if (queue.offer(new PendingRecord(this, seq, key, value))) {
      return true;
    }
    settle(seq);
    return false;
  }

  private synchronized void countOffered() {
    offered++;
  }

  void acknowledged(PendingRecord record, long seq) {
    settle(seq);
    queue.settled(record);
  }

  void lost(PendingRecord record, long seq) {
    synchronized (this) {
      lost.add(seq);
      settle(seq);
    }
    queue.settled(record);
  }

  @Override
  public synchronized long ackedBelow() {
    return base;
  }

  @Override
  public synchronized long unacked() {
    return offered - settled;
  }

  @Override
  public boolean isCrowded() {
    return queue.isCrowded();
  }

  @Override
  public synchronized List<Long> takeLost() {
    if (lost.isEmpty()) {
      return List.of();
    }
    List<Long> seqs = lost.stream().sorted().toList();
    lost.clear();
    return seqs;
  }

  private synchronized void settle(long seq) {
    settled++;
    settledFromBase.set((int) (seq - base));
    int contiguous = settledFromBase.nextClearBit(0);
    if (contiguous == 0) {
      return;
    }
    int highest = settledFromBase.length();
    if (highest > contiguous) {
      BitSet rest = settledFromBase.get(contiguous, highest);
      settledFromBase.clear();
      settledFromBase.or(rest);
    } else {
      settledFromBase.clear();
    }
    base += contiguous;
  }
}
