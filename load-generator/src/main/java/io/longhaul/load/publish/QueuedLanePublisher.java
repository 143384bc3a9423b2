package io.longhaul.load.publish;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Puts a lane's records into the queue, and tracks which of them are settled: acknowledged,
 * rejected or lost, in any order. Any thread.
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

  @Override
  public boolean offer(long seq, byte[] key, byte[] value) {
    // Counted first, because it may be acknowledged before offer returns.
    countOffered();
    if (queue.offer(new PendingRecord(seq, key, value))) {
      return true;
    }
    settle(seq, false);
    return false;
  }

  private synchronized void countOffered() {
    offered++;
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

  private synchronized void settle(long seq, boolean isLost) {
    if (isLost) {
      lost.add(seq);
    }
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

  /** A record that was accepted and is kept until it is settled. */
  final class PendingRecord {
    private final long seq;
    final byte[] key;
    final byte[] value;

    /** When it was accepted, by {@link System#nanoTime}. */
    final long acceptedNanos = System.nanoTime();

    private boolean settled;

    private PendingRecord(long seq, byte[] key, byte[] value) {
      this.seq = seq;
      this.key = key;
      this.value = value;
    }

    String topic() {
      return topic;
    }

    int partition() {
      return partition;
    }

    /** Returns the record in the form of a file entry. */
    RecordFile.Entry entry() {
      return new RecordFile.Entry(topic, partition, key, value);
    }

    int sizeBytes() {
      return key.length + value.length;
    }

    synchronized boolean isSettled() {
      return settled;
    }

    /** Settles the record. Any thread; only the first call has an effect. */
    void acknowledged() {
      settle(false);
    }

    void lost() {
      settle(true);
    }

    private void settle(boolean isLost) {
      synchronized (this) {
        if (settled) {
          return;
        }
        settled = true;
      }
      QueuedLanePublisher.this.settle(seq, isLost);
      queue.settled(this);
    }
  }
}
